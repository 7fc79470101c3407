import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Card } from '../../ui/card.tsx';

type SectionProps = { id: string; title: string; text: string; children: ReactNode };

/**
 * One subject: text on the left, controls on the right. Takes the focus if the URL's `#` names it, even if it renders
 * later.
 */
export function Section({ id, title, text, children }: SectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to where the address points already leads there again
  useEffect(() => {
    if (hash === `#${id}`) heading.current?.focus({ preventScroll: true });
  }, [hash, id, key]);
  return (
    <section
      aria-labelledby={id}
      className="grid gap-5 border-t border-line py-8 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-10"
    >
      <div>
        <h2
          ref={heading}
          id={id}
          tabIndex={-1}
          className="text-lg font-semibold outline-none focus-visible:shadow-none"
        >
          {title}
        </h2>
        <p className="mt-1 text-sm text-pretty text-muted">{text}</p>
      </div>
      <Card className="min-w-0 p-5 sm:p-6">{children}</Card>
    </section>
  );
}

type SettingRowProps = { icon?: ReactNode; title: ReactNode; children: ReactNode; actions?: ReactNode };

export function SettingRow({ icon, title, children, actions }: SettingRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-60 items-center gap-4">
        {icon && (
          <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-sunken text-muted [&_svg]:size-5">
            {icon}
          </span>
        )}
        <div className="grid min-w-0 gap-0.5">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">{title}</p>
          <div className="text-sm text-muted wrap-anywhere">{children}</div>
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
