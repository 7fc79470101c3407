import type { ReactNode } from 'react';

type PageTitleProps = { kicker?: string; title: string; children?: ReactNode; actions?: ReactNode };

export function PageTitle({ kicker, title, children, actions }: PageTitleProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="grid gap-1">
        {kicker && <p className="text-sm font-semibold text-accent-deep">{kicker}</p>}
        <h1 className="text-3xl font-bold tracking-tight">{title}</h1>
        {children && <div className="max-w-2xl text-pretty text-muted">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
