import clsx from 'clsx';

/** A gray placeholder bar. Use it with one status for the whole region. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('block animate-pulse rounded-md bg-ink/8', className)} />;
}
