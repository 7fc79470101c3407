import type { IngestedBatch, ListFreshness } from '@closingwire/contracts/ingestion';
import { Inbox } from 'lucide-react';
import { useQueryState } from 'nuqs';
import { pageParser } from '../../../lib/page-parser.ts';
import { Ago } from '../../../ui/ago.tsx';
import { StateBadge, type StateLook } from '../../../ui/badge.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageFooter } from '../../../ui/pagination.tsx';
import { Panel } from '../panel.tsx';
import { CardFacts, CardHead, RowList } from '../row-list.tsx';
import { StatCards } from '../stat-cards.tsx';
import { PAGE_SIZE, useIngestion } from './queries.ts';

export function IngestionPanels() {
  const [page, setPage] = useQueryState('page', pageParser);
  const ingestion = useIngestion(page);
  return (
    <Loaded query={ingestion} loading="Loading deliveries" failed="Deliveries could not be loaded">
      {({ batches, total, freshness }) => (
        <>
          <Freshness freshness={freshness} />
          <Panel title="Deliveries of leads" text={`${total.toLocaleString('en-US')} in the last 90 days`}>
            {batches.length === 0 ? (
              <EmptyState level="h3" icon={Inbox} title="No deliveries here" />
            ) : (
              <RowList
                caption="Deliveries of leads"
                columns={batchColumns}
                rows={batches}
                isStale={ingestion.isPlaceholderData}
                keyOf={({ batchId }) => batchId}
                card={batch => <BatchCard batch={batch} />}
              />
            )}
            <PageFooter
              label="Pages of deliveries"
              page={page}
              totalPages={Math.ceil(total / PAGE_SIZE)}
              onPage={setPage}
              isBusy={ingestion.isPlaceholderData}
            />
          </Panel>
        </>
      )}
    </Loaded>
  );
}

function Freshness({ freshness: { day, twoDays, older, none, oldest } }: { freshness: ListFreshness }) {
  return (
    <Panel
      title="Freshness of lists"
      text={
        oldest ? (
          <>
            Of the ZIPs that somebody subscribes to. The oldest, {oldest.zip}:{' '}
            <Ago instant={oldest.updatedAt} />.
          </>
        ) : (
          'Of the ZIPs that somebody subscribes to.'
        )
      }
    >
      <div className="p-5">
        <StatCards
          className="grid-cols-2 lg:grid-cols-4"
          stats={[
            { label: 'Within a day', count: day },
            { label: 'Within two days', count: twoDays },
            { label: 'Older', count: older },
            { label: 'No list yet', count: none },
          ]}
        />
      </div>
    </Panel>
  );
}

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

const batchColumns: Columns<IngestedBatch> = [
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

const BatchCard = ({ batch }: { batch: IngestedBatch }) => (
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
