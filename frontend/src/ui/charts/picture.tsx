import clsx from 'clsx';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../button.tsx';
import { ScrollFrame } from '../scroll-frame.tsx';

export type PictureTable = {
  columns: readonly string[];
  /** The first cell is the row's header. */
  rows: readonly (readonly [string, ...string[]])[];
};

type PictureProps = {
  title: string;
  text: ReactNode;
  table: PictureTable;
  className?: string;
  children: ReactNode;
};

/** A chart with its title; a button shows the same numbers as a table. */
export function Picture({ title, text, table, className, children }: PictureProps) {
  const id = useId();
  const [isTable, setTable] = useState(false);
  return (
    <section aria-labelledby={id} className={clsx('grid min-w-0 content-start gap-3 p-5', className)}>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 id={id} className="font-semibold">
            {title}
          </h3>
          <p className="text-sm text-muted">{text}</p>
        </div>
        <Button
          size="sm"
          tone="quiet"
          className="-mr-2"
          aria-pressed={isTable}
          aria-label={`Show as table: ${title}`}
          onClick={() => setTable(!isTable)}
        >
          Show as table
        </Button>
      </div>
      {isTable ? <Numbers caption={title} table={table} /> : children}
    </section>
  );
}

function Numbers({ caption, table }: { caption: string; table: PictureTable }) {
  return (
    <ScrollFrame
      label={`${caption}, as a table`}
      className="max-h-72 overflow-y-auto rounded-lg border border-line"
    >
      <table className="w-full text-left text-sm tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-sunken text-xs text-muted">
          <tr>
            {table.columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={clsx('px-3 py-2 font-medium', index > 0 && 'text-right')}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {table.rows.map(([head, ...cells]) => (
            <tr key={head}>
              <th scope="row" className="px-3 py-1.5 font-normal">
                {head}
              </th>
              {cells.map((cell, index) => (
                <td key={table.columns[index + 1]} className="px-3 py-1.5 text-right">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}
