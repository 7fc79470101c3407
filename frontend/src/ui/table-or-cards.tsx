import clsx from 'clsx';
import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';

type TableOrCardsProps<Row> = DataTableProps<Row> & {
  cards: ReactNode;
  /** Window width from which the table fits. */
  from?: '48rem' | '64rem';
};

/** A table if it fits, else `cards` with the same rows. Both are dimmed while stale. */
export function TableOrCards<Row>({ cards, from = '64rem', ...table }: TableOrCardsProps<Row>) {
  const isWide = useMedia(`(min-width: ${from})`);
  if (isWide) return <DataTable {...table} />;
  return <div className={clsx('transition-opacity', table.isStale && 'opacity-60')}>{cards}</div>;
}

/** Returns whether a media query matches; false without a browser. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
