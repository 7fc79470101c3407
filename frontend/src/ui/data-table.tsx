import { type ColumnDef, type RowData, tableFeatures, useTable } from '@tanstack/react-table';
import clsx from 'clsx';
import type { Key } from 'react';
import { ScrollFrame } from './scroll-frame.tsx';

/** No table features: the server pages, sorts and filters. */
export const plainTable = tableFeatures({});

// biome-ignore lint/suspicious/noExplicitAny: each column has its own value type, as the library's helper returns them
export type Columns<Row extends RowData> = ColumnDef<typeof plainTable, Row, any>[];

export type DataTableProps<Row extends RowData> = {
  caption: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  /** Identifies a row, so that its focus stays with it when rows come before it. By default its position does. */
  keyOf?: ((row: Row) => Key) | undefined;
  isStale?: boolean;
};

/** A dense table whose first column is the row header. Wide tables scroll sideways in their frame. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, isStale } = props;
  const table = useTable({
    features: plainTable,
    columns,
    data: rows as Row[],
    ...(keyOf && { getRowId: (row: Row) => String(keyOf(row)) }),
  });
  return (
    <ScrollFrame label={caption}>
      <table className={clsx('w-full text-left text-sm transition-opacity', isStale && 'opacity-60')}>
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line bg-sunken text-xs text-muted">
          {table.getHeaderGroups().map(group => (
            <tr key={group.id}>
              {group.headers.map(header => (
                <th
                  key={header.id}
                  scope="col"
                  className="whitespace-nowrap px-3 py-2.5 font-medium first:pl-5 last:pr-5"
                >
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody className="divide-y divide-line">
          {table.getRowModel().rows.map(row => (
            <tr key={row.id} className="align-top transition-colors hover:bg-ink/3">
              {row.getAllCells().map((cell, index) => {
                const Cell = index === 0 ? 'th' : 'td';
                return (
                  <Cell
                    key={cell.id}
                    {...(index === 0 && { scope: 'row' as const })}
                    className="px-3 py-3 font-normal first:pl-5 last:pr-5"
                  >
                    <table.FlexRender cell={cell} />
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}
