import clsx from 'clsx';
import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { useMedia } from './use-media.ts';

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
