import type { IngestedBatch, ListFreshness } from '@closingwire/contracts/ingestion';
import { Inbox } from 'lucide-react';
import { useQueryState } from 'nuqs';
import { pageParser } from '../../../lib/page-parser.ts';
import { Ago } from '../../../ui/ago.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageFooter } from '../../../ui/pagination.tsx';
import { Panel } from '../panel.tsx';
import { RowList } from '../row-list.tsx';
import { StatCards } from '../stat-cards.tsx';
import { BatchCard, batchColumns } from './batch-columns.tsx';
import { PAGE_SIZE, useIngestion } from './queries.ts';

/** Freshness of lists, and the deliveries of leads. */
export function IngestionPanels() {
  const [page, setPage] = useQueryState('page', pageParser);
  const ingestion = useIngestion(page);
  return (
    <Loaded query={ingestion} loading="Loading deliveries" failed="Deliveries could not be loaded">
      {({ batches, total, freshness }) => (
        <>
          <Freshness freshness={freshness} />
          <Panel title="Deliveries of leads" text={`${total.toLocaleString('en-US')} in the last 90 days`}>
            <BatchList batches={batches} isStale={ingestion.isPlaceholderData} />
            <PageFooter
              label="Pages of deliveries"
              page={page}
              totalPages={Math.ceil(total / PAGE_SIZE)}
              onPage={shown => void setPage(shown)}
              isBusy={ingestion.isPlaceholderData}
            />
          </Panel>
        </>
      )}
    </Loaded>
  );
}

function BatchList({ batches, isStale }: { batches: readonly IngestedBatch[]; isStale: boolean }) {
  if (batches.length === 0) return <EmptyState level="h3" icon={Inbox} title="No deliveries here" />;
  return (
    <RowList
      caption="Deliveries of leads"
      columns={batchColumns}
      rows={batches}
      isStale={isStale}
      keyOf={({ batchId }) => batchId}
      card={batch => <BatchCard batch={batch} />}
    />
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
