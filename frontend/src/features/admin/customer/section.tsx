import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';

type SectionProps<Data> = {
  title: string;
  /** The data in lower case, for the texts of loading and failing. */
  noun: string;
  query: UseQueryResult<Data, unknown>;
  actions?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** A part of the page that loads and fails by itself. */
export function Section<Data>({ title, noun, query, actions, children }: SectionProps<Data>) {
  const id = useId();
  return (
    <Card className="min-w-0 overflow-hidden">
      <section aria-labelledby={id}>
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          {actions}
        </div>
        <Loaded
          query={query}
          loading={`Loading ${noun}`}
          failed={`${noun[0]?.toUpperCase()}${noun.slice(1)} could not be loaded`}
          spinnerClassName="py-10"
        >
          {children}
        </Loaded>
      </section>
    </Card>
  );
}

export const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="px-5 py-4 text-sm text-muted">{children}</p>
);

type LinesProps<Row> = {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
};

/** Rows one below the other, which also fit a phone. */
export function Lines<Row>({ label, rows, keyOf, children }: LinesProps<Row>) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {rows.map(row => (
        <li
          key={keyOf(row)}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-5 py-3 text-sm wrap-anywhere"
        >
          {children(row)}
        </li>
      ))}
    </ul>
  );
}
