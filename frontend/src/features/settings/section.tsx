import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';

type SectionProps = { id: string; title: string; text: string; children: ReactNode };

/** One subject of the settings: what it is about on the left, its controls on the right. */
export function Section({ id, title, text, children }: SectionProps) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-5 border-t border-line py-8 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-10"
    >
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-sm text-pretty text-muted">{text}</p>
      </div>
      <Card className="min-w-0 p-5 sm:p-6">{children}</Card>
    </section>
  );
}
