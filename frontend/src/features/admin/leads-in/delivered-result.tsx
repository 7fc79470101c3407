import type { BatchReply, IngestedBatch } from '@closingwire/contracts/ingestion';
import { Download } from 'lucide-react';
import { StateBadge } from '../../../ui/badge.tsx';
import { buttonStyle } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { StatCards } from '../stat-cards.tsx';
import { number, rejectsCopy, rowsText, states } from './copy.ts';
import { EffectTable } from './effect-table.tsx';
import { rejectsPath, useDeliveries } from './queries.ts';

/** The counts of a delivery and its state until its rows are stored. */
export function DeliveredResult({ reply }: { reply: BatchReply }) {
  const newest = useDeliveries(1);
  const batch = newest.data?.batches.find(({ batchId }) => batchId === reply.batchId);
  const { accepted, rejected, droppedCells, batchId } = reply;
  return (
    <div className="grid gap-4 p-5">
      <StatCards
        stats={[
          { label: 'Rows accepted', count: accepted },
          { label: 'Rows rejected', count: rejected },
          { label: 'Cells left out', count: droppedCells },
        ]}
      />
      {accepted > 0 && batch && <Storing batch={batch} />}
      <div className="flex flex-wrap gap-3">
        {rejected > 0 && <RejectsLink batchId={batchId} />}
        {droppedCells > 0 && <RejectsLink batchId={batchId} of="cells" />}
      </div>
      {rejected > 0 && <p className="text-sm text-muted">{rejectsCopy.hint}</p>}
    </div>
  );
}

function Storing({ batch: { state, loaded, accepted, failure, effects } }: { batch: IngestedBatch }) {
  const progress = `${number(loaded)} of ${rowsText(accepted)} stored`;
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-3 text-sm">
        <StateBadge {...states[state]} /> {progress}
      </p>
      {state === 'loading' && (
        <ProgressBar label="Storing" value={loaded} max={accepted} valueText={progress} />
      )}
      {effects && <EffectTable {...effects} />}
      {failure && <p className="text-sm text-danger wrap-anywhere">{failure}</p>}
    </div>
  );
}

type RejectsLinkProps = { batchId: string; of?: 'rows' | 'cells'; name?: string; size?: 'sm' | 'md' };

/** Downloads the rejected rows, or the cells left out; `name` tells several links apart. */
export function RejectsLink({ batchId, of = 'rows', name, size = 'md' }: RejectsLinkProps) {
  return (
    <a
      href={rejectsPath(batchId, of)}
      download
      className={buttonStyle({ size })}
      {...(name && { 'aria-label': `Download the rejects of ${name}` })}
    >
      <Download aria-hidden />{' '}
      {size === 'sm' ? 'Rejects' : rejectsCopy[of === 'cells' ? 'cells' : 'download']}
    </a>
  );
}
