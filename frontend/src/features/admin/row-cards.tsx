import clsx from 'clsx';
import { Fragment, type Key, type ReactNode } from 'react';

type RowCardsProps<Row> = {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  className?: string;
  children: (row: Row) => ReactNode;
};

/** Table rows as cards, for narrow screens. */
export function RowCards<Row>({ label, rows, keyOf, className = 'gap-3 p-5', children }: RowCardsProps<Row>) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {rows.map(row => (
        <li key={keyOf(row)} className={clsx('grid text-sm', className)}>
          {children(row)}
        </li>
      ))}
    </ul>
  );
}

/** Title of a card, with its state or action on the right. */
export function CardHead({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-4">
      {children}
      {aside}
    </div>
  );
}

type CardFactsProps = {
  /** Facts by term; empty ones are omitted. */
  facts: Readonly<Record<string, ReactNode>>;
  className?: string;
};

export function CardFacts({ facts, className }: CardFactsProps) {
  const known = Object.entries(facts).filter(([, value]) => value !== '' && value !== null);
  return (
    <dl className={clsx('grid grid-cols-[auto_1fr] gap-x-3 gap-y-1', className)}>
      {known.map(([term, value]) => (
        <Fragment key={term}>
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
