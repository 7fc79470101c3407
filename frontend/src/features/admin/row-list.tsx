import clsx from 'clsx';
import { type ComponentProps, Fragment, type Key, type ReactNode } from 'react';
import { TableOrCards } from '../../ui/table-or-cards.tsx';

type RowCardsProps<Row extends object> = {
  caption: string;
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  card: (row: Row) => ReactNode;
  cardClassName?: string;
};

/** Rows as a table, or as cards where the table does not fit. */
export const RowList = <Row extends object>(
  props: RowCardsProps<Row> & Omit<ComponentProps<typeof TableOrCards<Row>>, 'cards'>,
) => <TableOrCards {...props} cards={<RowCards {...props} />} />;

function RowCards<Row extends object>({
  caption,
  rows,
  keyOf,
  card,
  cardClassName = 'gap-3 p-5',
}: RowCardsProps<Row>) {
  return (
    <ul aria-label={caption} className="divide-y divide-line">
      {rows.map(row => (
        <li key={keyOf(row)} className={clsx('grid text-sm', cardClassName)}>
          {card(row)}
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
