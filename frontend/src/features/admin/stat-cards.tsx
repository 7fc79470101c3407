import clsx from 'clsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** `count`: undefined while loading, null if unavailable. */
type Stat = { label: string; count: number | null | undefined };

type StatCardsProps = { stats: readonly Stat[]; className?: string };

export function StatCards({ stats, className = 'sm:grid-cols-3' }: StatCardsProps) {
  return (
    <dl className={clsx('grid gap-4', className)}>
      {stats.map(({ label, count }) => (
        <Card key={label} className="grid gap-1 p-5">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-3xl font-bold tracking-tight tabular-nums">
            <Figure count={count} />
          </dd>
        </Card>
      ))}
    </dl>
  );
}

function Figure({ count }: Pick<Stat, 'count'>) {
  if (count === undefined) {
    return (
      <>
        <Skeleton className="h-9 w-24" />
        <span className="sr-only">Loading</span>
      </>
    );
  }
  if (count === null) {
    return (
      <>
        <span aria-hidden>–</span>
        <span className="sr-only">Not known</span>
      </>
    );
  }
  return count.toLocaleString('en-US');
}
