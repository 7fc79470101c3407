import type { IngestedBatch } from '@closingwire/contracts/ingestion';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { formatInstant } from '../../../lib/dates.ts';
import { Ago } from '../../../ui/ago.tsx';
import { StateBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageFooter } from '../../../ui/pagination.tsx';
import { listText } from '../counted.ts';
import { Panel } from '../panel.tsx';
import { CardFacts, CardHead, RowList } from '../row-list.tsx';
import { number, states } from './copy.ts';
import { RejectsLink } from './delivered-result.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { PAGE_SIZE, useDeliveries } from './queries.ts';

type DeliveriesPanelProps = { page: number; onPage: (page: number) => void };

/** The deliveries of the last 90 days, by sources and by admins. */
export function DeliveriesPanel({ page, onPage }: DeliveriesPanelProps) {
  const deliveries = useDeliveries(page);
  return (
    <Panel
      title="Deliveries of leads"
      status={listText(
        deliveries,
        'Loading deliveries',
        ({ total }) => `${number(total)} in the last 90 days`,
      )}
    >
      <Loaded query={deliveries} loading="Loading deliveries" failed="Deliveries could not be loaded">
        {({ batches, total }) => (
          <>
            {batches.length === 0 ? (
              <EmptyState level="h3" icon={Inbox} title="No deliveries here">
                Files that you deliver and rows from sources are listed here.
              </EmptyState>
            ) : (
              <RowList
                caption="Deliveries of leads"
                columns={batchColumns}
                rows={batches}
                isStale={deliveries.isPlaceholderData}
                keyOf={({ batchId }) => batchId}
                card={batch => <BatchCard batch={batch} />}
              />
            )}
            <PageFooter
              label="Pages of deliveries"
              page={page}
              totalPages={Math.ceil(total / PAGE_SIZE)}
              onPage={onPage}
              isBusy={deliveries.isPlaceholderData}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const repairedOf = ({ report }: IngestedBatch) =>
  report === null ? '–' : number(report.repairs.reduce((sum, { count }) => sum + count, 0));

const senderOf = ({ source }: IngestedBatch) => source || 'Deleted';

/** Names a delivery for assistive software. */
const nameOf = ({ fileName, startedAt }: IngestedBatch) => fileName ?? `the ${formatInstant(startedAt)}`;

function Actions({ batch }: { batch: IngestedBatch }) {
  const [isOpen, setOpen] = useState(false);
  const { batchId, rejected, droppedCells } = batch;
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" aria-label={`Details of ${nameOf(batch)}`} onClick={() => setOpen(true)}>
        Details
      </Button>
      {rejected + droppedCells > 0 && <RejectsLink size="sm" batchId={batchId} name={nameOf(batch)} />}
      {isOpen && <DeliveryDialog batch={batch} onClose={() => setOpen(false)} />}
    </div>
  );
}

const Words = ({ text }: { text: string }) => <div className="min-w-32 max-w-56 wrap-anywhere">{text}</div>;

const batchColumns: Columns<IngestedBatch> = [
  {
    header: 'When',
    cell: ({ row }) => (
      <span className="whitespace-nowrap">
        <Ago instant={row.original.startedAt} />
      </span>
    ),
  },
  { header: 'Who', cell: ({ row }) => <Words text={senderOf(row.original)} /> },
  { header: 'File', cell: ({ row }) => <Words text={row.original.fileName ?? '–'} /> },
  { header: 'State', cell: ({ row }) => <StateBadge {...states[row.original.state]} /> },
  { header: 'Accepted', cell: ({ row }) => number(row.original.accepted) },
  { header: 'Rejected', cell: ({ row }) => number(row.original.rejected) },
  { header: 'Cells left out', cell: ({ row }) => number(row.original.droppedCells) },
  { header: 'Cells repaired', cell: ({ row }) => repairedOf(row.original) },
  { header: 'Actions', cell: ({ row }) => <Actions batch={row.original} /> },
];

const BatchCard = ({ batch }: { batch: IngestedBatch }) => (
  <>
    <CardHead aside={<StateBadge {...states[batch.state]} />}>
      <p className="font-semibold">
        <Ago instant={batch.startedAt} />
      </p>
    </CardHead>
    <CardFacts
      className="wrap-anywhere"
      facts={{
        Who: senderOf(batch),
        File: batch.fileName,
        Accepted: number(batch.accepted),
        Rejected: number(batch.rejected),
        'Cells left out': number(batch.droppedCells),
        'Cells repaired': repairedOf(batch),
      }}
    />
    <Actions batch={batch} />
  </>
);
