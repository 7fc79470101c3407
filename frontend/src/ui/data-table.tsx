import clsx from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Key, ReactNode } from 'react';
import { ScrollFrame } from './scroll-frame.tsx';

export type Column<Row> = {
  /** Identifies the column; by default its header. */
  id?: string;
  header: string | (() => ReactNode);
  /** The name under which the table sorts by the column; without it, it cannot. */
  sortedAs?: string;
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
  sorting?: Sorting | undefined;
};

/** The server sorts; a press on a header asks for it. */
export type Sorting = { by: string; isDescending: boolean; onSort: (by: string) => void };

/** A dense table whose first column is the row header. Wide tables scroll sideways in their frame. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, isStale, sorting } = props;
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
                aria-sort={sorting && ariaSort(column, sorting)}
                className="whitespace-nowrap px-3 py-2.5 font-medium first:pl-5 last:pr-5"
              >
                <Header column={column} sorting={sorting} />
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

const ariaSort = <Row,>({ sortedAs }: Column<Row>, { by, isDescending }: Sorting) => {
  if (sortedAs === undefined) return undefined;
  if (sortedAs !== by) return 'none' as const;
  return isDescending ? ('descending' as const) : ('ascending' as const);
};

type HeaderProps<Row> = { column: Column<Row>; sorting: Sorting | undefined };

/** The words of a header, as a button if the table can sort by the column. */
function Header<Row>({ column: { header, sortedAs }, sorting }: HeaderProps<Row>) {
  const words = typeof header === 'string' ? header : header();
  if (!sorting || sortedAs === undefined) return words;
  const Arrow = sorting.isDescending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      className="flex w-full items-center gap-1 rounded-sm hover:text-ink"
      onClick={() => sorting.onSort(sortedAs)}
    >
      <span className="flex-1 text-left">{words}</span>
      <Arrow aria-hidden className={clsx('size-3.5', sorting.by !== sortedAs && 'invisible')} />
    </button>
  );
}
