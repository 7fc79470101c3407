import type { IngestedBatch } from '@closingwire/contracts/ingestion';
import { Ago } from '../../../ui/ago.tsx';
import { StateBadge, type StateLook } from '../../../ui/badge.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { CardFacts, CardHead } from '../row-list.tsx';

const states: Record<IngestedBatch['state'], StateLook> = {
  receiving: { label: 'Receiving', tone: 'neutral' },
  loading: { label: 'Loading', tone: 'neutral' },
  done: { label: 'Done', tone: 'positive' },
  failed: { label: 'Failed', tone: 'danger' },
};

const number = (count: number) => count.toLocaleString('en-US');

const SECOND_MS = 1_000;

/** From the first byte to the last row in the lists. */
const durationOf = ({ startedAt, finishedAt }: IngestedBatch) =>
  finishedAt === null ? '' : `${((Date.parse(finishedAt) - Date.parse(startedAt)) / SECOND_MS).toFixed(1)} s`;

export const batchColumns: Columns<IngestedBatch> = [
  {
    header: 'Begun',
    cell: ({ row }) => (
      <span className="whitespace-nowrap">
        <Ago instant={row.original.startedAt} />
      </span>
    ),
  },
  { header: 'Source', accessorKey: 'source' },
  { header: 'State', cell: ({ row }) => <StateBadge {...states[row.original.state]} /> },
  { header: 'Accepted', cell: ({ row }) => number(row.original.accepted) },
  { header: 'Stored', cell: ({ row }) => number(row.original.loaded) },
  { header: 'Took', cell: ({ row }) => durationOf(row.original) },
  { header: 'Rejected', cell: ({ row }) => <Rejects batch={row.original} /> },
];

/** The number of rejected rows and the reasons for the first ones. */
function Rejects({ batch: { rejected, rejects, failure } }: { batch: IngestedBatch }) {
  return (
    <div className="grid min-w-40 max-w-xl gap-1 wrap-anywhere">
      {failure && <p className="text-danger">{failure}</p>}
      {rejected === 0 && '0'}
      {rejected > 0 && (
        <details>
          <summary className="cursor-pointer font-medium">{number(rejected)}</summary>
          <ul className="mt-2 grid gap-1 text-xs">
            {rejects.map(({ line, field, message }) => (
              <li key={line}>
                Line {number(line)}
                {field && `, ${field}`}: {message}
              </li>
            ))}
          </ul>
          {rejected > rejects.length && (
            <p className="mt-1 text-xs text-muted">And {number(rejected - rejects.length)} more.</p>
          )}
        </details>
      )}
    </div>
  );
}

export const BatchCard = ({ batch }: { batch: IngestedBatch }) => (
  <>
    <CardHead aside={<StateBadge {...states[batch.state]} />}>
      <p className="font-semibold">
        <Ago instant={batch.startedAt} />
      </p>
    </CardHead>
    <CardFacts
      facts={{
        Source: batch.source,
        Accepted: number(batch.accepted),
        Stored: number(batch.loaded),
        Took: durationOf(batch),
        Rejected: <Rejects batch={batch} />,
      }}
    />
  </>
);
