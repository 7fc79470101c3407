import type { RowData } from '@tanstack/react-table';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useMedia } from '../lib/use-media.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';

/** A table where there is room for it, else `cards`, which show the same rows. Either is dimmed while stale. */
export function TableOrCards<Row extends RowData>({
  cards,
  ...table
}: DataTableProps<Row> & { cards: ReactNode }) {
  const isWide = useMedia('(min-width: 64rem)');
  if (isWide) return <DataTable {...table} />;
  return <div className={clsx('transition-opacity', table.isStale && 'opacity-60')}>{cards}</div>;
}
