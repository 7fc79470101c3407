import clsx from 'clsx';
import type { Key, ReactNode } from 'react';
import { ScrollFrame } from './scroll-frame.tsx';

export type Column<Row> = {
  /** Identifies the column; by default its header. */
  id?: string;
  header: string | (() => ReactNode);
  cell: (context: { row: { original: Row } }) => ReactNode;
};
export type Columns<Row> = Column<Row>[];

const keyOfColumn = <Row,>({ id, header }: Column<Row>): string => id ?? String(header);

export type DataTableProps<Row> = {
  caption: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  /** Identifies a row, so that its focus stays with it when rows come before it. By default its position does. */
  keyOf?: ((row: Row) => Key) | undefined;
  isStale?: boolean;
};

/** A dense table whose first column is the row header. Wide tables scroll sideways in their frame. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, isStale } = props;
  return (
    <ScrollFrame label={caption}>
      <table className={clsx('w-full text-left text-sm transition-opacity', isStale && 'opacity-60')}>
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line bg-sunken text-xs text-muted">
          <tr>
            {columns.map(column => (
              <th
                key={keyOfColumn(column)}
                scope="col"
                className="whitespace-nowrap px-3 py-2.5 font-medium first:pl-5 last:pr-5"
              >
                {typeof column.header === 'string' ? column.header : column.header()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row, position) => (
            <tr key={keyOf?.(row) ?? position} className="align-top transition-colors hover:bg-ink/3">
              {columns.map((column, index) => {
                const Cell = index === 0 ? 'th' : 'td';
                return (
                  <Cell
                    key={keyOfColumn(column)}
                    {...(index === 0 && { scope: 'row' as const })}
                    className="px-3 py-3 font-normal first:pl-5 last:pr-5"
                  >
                    {column.cell({ row: { original: row } })}
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
