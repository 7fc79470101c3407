import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { AnchoredTitle } from './anchored-title.tsx';

type PanelProps = {
  title: string;
  /** Links with `#id` lead to the title. */
  id?: string;
  text?: ReactNode;
  /** A text that screen readers announce when it changes. */
  status?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

export function Panel({ title, id, text, status, actions, children }: PanelProps) {
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-end justify-between gap-4 border-b border-line px-5 py-4">
        <div>
          {id ? <AnchoredTitle id={id} title={title} /> : <h2 className="text-lg font-semibold">{title}</h2>}
          <p className="text-sm text-muted">
            {text ?? (status !== null && <span role="status">{status}</span>)}
          </p>
        </div>
        {actions}
      </div>
      {children}
    </Card>
  );
}
