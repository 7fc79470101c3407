import clsx from 'clsx';
import { type ComponentProps, Fragment, type Key, type ReactNode } from 'react';
import { TableOrCards } from '../../ui/table-or-cards.tsx';

type RowListProps<Row extends object> = Omit<ComponentProps<typeof TableOrCards<Row>>, 'cards' | 'keyOf'> & {
  keyOf: (row: Row) => Key;
  card: (row: Row) => ReactNode;
  cardClassName?: string;
};

/** Rows as a table, or as cards where the table does not fit. */
export function RowList<Row extends object>(props: RowListProps<Row>) {
  const { keyOf, card, cardClassName = 'gap-3 p-5', ...table } = props;
  const cards = (
    <ul aria-label={table.caption} className="divide-y divide-line">
      {table.rows.map(row => (
        <li key={keyOf(row)} className={clsx('grid text-sm', cardClassName)}>
          {card(row)}
        </li>
      ))}
    </ul>
  );
  return <TableOrCards {...table} keyOf={keyOf} cards={cards} />;
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

type CellLinesProps = { lines: readonly string[]; className: string; isName?: boolean };

/** A cell whose first line matters most. Long words break, so that they do not widen the page. */
export function CellLines({ lines, className, isName = false }: CellLinesProps) {
  const [first = '–', ...rest] = lines;
  return (
    <div className={clsx('wrap-anywhere', className)}>
      <p className={isName ? 'font-semibold' : undefined}>{first}</p>
      {rest.filter(Boolean).map(line => (
        <p key={line} className="text-muted">
          {line}
        </p>
      ))}
    </div>
  );
}
