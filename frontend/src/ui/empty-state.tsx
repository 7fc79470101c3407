import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  level?: 'h1' | 'h2' | 'h3';
  className?: string;
};

export function EmptyState({
  icon: Icon,
  title,
  children,
  actions,
  level: Heading = 'h2',
  className,
}: EmptyStateProps) {
  return (
    <div className={clsx('grid justify-items-center gap-2 px-6 py-14 text-center', className)}>
      <span className="mb-2 grid size-12 place-items-center rounded-2xl bg-accent-soft text-accent-deep">
        <Icon aria-hidden className="size-6" strokeWidth={1.75} />
      </span>
      <Heading className="text-lg font-semibold">{title}</Heading>
      {children && <div className="max-w-md text-sm text-pretty text-muted">{children}</div>}
      {actions && <div className="mt-4 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}
