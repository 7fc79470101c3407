import type { BookDifference, BookKind, Books } from '@closingwire/contracts/books';
import { useMemo } from 'react';
import { Ago } from '../../../ui/ago.tsx';
import { Badge } from '../../../ui/badge.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { CardFacts, CardHead, RowList } from '../row-list.tsx';
import { kinds } from './copy.ts';

const sides: Record<BookDifference['seen'][number]['side'], string> = {
  billing: 'Billing',
  catalog: 'Catalog',
  leads: 'Leads',
  provider: 'Provider',
};

type StateProps = { difference: BookDifference; held: readonly BookKind[] };

/** An open difference needs an operator unless the product repairs its kind. */
function State({ difference: { kind, resolvedAt }, held }: StateProps) {
  if (resolvedAt !== null) return <Badge tone="positive">Resolved</Badge>;
  return kinds[kind].isRepaired && !held.includes(kind) ? (
    <Badge tone="caution">Being repaired</Badge>
  ) : (
    <Badge tone="danger">Needs you</Badge>
  );
}

const Seen = ({ seen }: BookDifference) => (
  <ul className="grid gap-1 wrap-anywhere">
    {seen.map(({ side, text }) => (
      <li key={text}>
        <span className="text-muted">{sides[side]}:</span> {text}
      </li>
    ))}
  </ul>
);

const SeenAt = ({ instant }: { instant: string }) => (
  <span className="whitespace-nowrap">
    <Ago instant={instant} />
  </span>
);

const columnsFor = (held: readonly BookKind[]): Columns<BookDifference> => [
  {
    header: 'Difference',
    cell: ({ row: { original } }) => (
      <div className="min-w-44 wrap-anywhere">
        <p className="font-semibold">{kinds[original.kind].title}</p>
        <p className="font-mono text-xs text-muted">{original.subject}</p>
      </div>
    ),
  },
  { header: 'State', cell: ({ row }) => <State difference={row.original} held={held} /> },
  {
    header: 'What each side has',
    cell: ({ row }) => (
      <div className="min-w-52">
        <Seen {...row.original} />
      </div>
    ),
  },
  {
    header: 'What is done',
    cell: ({ row }) => <p className="min-w-52">{kinds[row.original.kind].remedy}</p>,
  },
  { header: 'First seen', cell: ({ row }) => <SeenAt instant={row.original.firstSeenAt} /> },
  { header: 'Last seen', cell: ({ row }) => <SeenAt instant={row.original.lastSeenAt} /> },
];

export function DifferenceList({ differences, held, isStale }: Books & { isStale: boolean }) {
  const columns = useMemo(() => columnsFor(held), [held]);
  return (
    <RowList
      caption="Differences of the books"
      columns={columns}
      rows={differences}
      isStale={isStale}
      keyOf={({ id }) => id}
      card={difference => (
        <>
          <CardHead aside={<State difference={difference} held={held} />}>
            <p className="min-w-0 font-semibold">{kinds[difference.kind].title}</p>
          </CardHead>
          <p className="font-mono text-xs text-muted wrap-anywhere">{difference.subject}</p>
          <Seen {...difference} />
          <CardFacts
            facts={{
              'What is done': kinds[difference.kind].remedy,
              'First seen': <Ago instant={difference.firstSeenAt} />,
              'Last seen': <Ago instant={difference.lastSeenAt} />,
            }}
          />
        </>
      )}
    />
  );
}
