import { useQueries, useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { figuresText, orderFiguresText } from './figures-text.ts';
import { figuresQuery } from './queries.ts';

/** The figures of a ZIP on one line. After a failure it is empty: `FiguresFailure` reports it once. */
export function FiguresLine({ zipCode }: { zipCode: string }) {
  const { data, isPending } = useQuery(figuresQuery(zipCode));
  if (isPending) return <Skeleton className="my-0.5 h-3 w-64 max-w-full" />;
  if (!data) return null;
  const { short, contacts, delivered } = figuresText(data, new Date());
  return (
    <>
      {short}
      {contacts && <span className="hidden @min-[36rem]:inline">{contacts}</span>}
      {delivered && <span className="hidden @min-[44rem]:inline">{delivered}</span>}
    </>
  );
}

const useFigures = (zipCodes: readonly string[]) =>
  useQueries({
    queries: zipCodes.map(figuresQuery),
    combine: results => {
      const failed = results.filter(({ isError }) => isError);
      return {
        known: results.flatMap(({ data }) => data ?? []),
        hasFailed: failed.length > 0,
        retry: () => {
          for (const { refetch } of failed) void refetch();
        },
      };
    },
  });

/** Says once that figures of the list are missing. */
export function FiguresFailure({ zipCodes }: { zipCodes: readonly string[] }) {
  const { hasFailed, retry } = useFigures(zipCodes);
  if (!hasFailed) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-2.5 text-sm"
    >
      Figures could not be loaded.
      <Button size="sm" onClick={retry}>
        Load figures again
      </Button>
    </div>
  );
}

/** The closings of all ZIPs of the order; a dash until all are known. */
export function OrderFigures({ zipCodes }: { zipCodes: readonly string[] }) {
  const { known, hasFailed } = useFigures(zipCodes);
  if (hasFailed) return 'Figures could not be loaded.';
  if (known.length < zipCodes.length) return '—';
  const { total, unknown } = orderFiguresText(known);
  return (
    <>
      <span className="font-semibold text-ink">{total}</span>
      {unknown && ` · ${unknown}`}
    </>
  );
}
