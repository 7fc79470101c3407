import type { IngestedBatch } from '@closingwire/contracts/ingestion';
import { Undo2 } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { Ago } from '../../../ui/ago.tsx';
import { StateBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { CardFacts, CardHead, CellLines, RowList } from '../row-list.tsx';
import { nameOf, number, senderOf, stateOf } from './copy.ts';
import { RejectsLink } from './delivered-result.tsx';
import { Undone } from './undone.tsx';

/** An open dialog of a delivery. `returnFocus` is a button that stays in its row. */
export type OpenDialog = {
  kind: 'details' | 'undo';
  batch: IngestedBatch;
  returnFocus: RefObject<HTMLElement | null>;
};

type Row = IngestedBatch & { isUndoing: boolean; onOpen: (dialog: OpenDialog) => void };

type DeliveryRowsProps = Pick<Row, 'onOpen'> & {
  batches: readonly IngestedBatch[];
  isStale: boolean;
  /** The delivery whose undo is being requested. */
  undoingId: string | undefined;
};

export const DeliveryRows = ({ batches, isStale, undoingId, onOpen }: DeliveryRowsProps) => (
  <RowList
    caption="Deliveries of leads"
    columns={batchColumns}
    rows={batches.map((batch): Row => ({ ...batch, isUndoing: batch.batchId === undoingId, onOpen }))}
    isStale={isStale}
    keyOf={({ batchId }) => batchId}
    card={row => <BatchCard row={row} />}
  />
);

const repairedOf = ({ report }: IngestedBatch) =>
  report === null ? '–' : number(report.repairs.reduce((sum, { count }) => sum + count, 0));

/** Names the source, unless it is the sender itself. */
const sourceOf = ({ source, sourceName }: IngestedBatch) => (sourceName === source ? '' : sourceName);

function Actions({ row: { isUndoing, onOpen, ...batch } }: { row: Row }) {
  const returnFocus = useRef<HTMLButtonElement>(null);
  const { batchId, rejected, undo } = batch;
  const open = (kind: OpenDialog['kind']) => onOpen({ kind, batch, returnFocus });
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        ref={returnFocus}
        size="sm"
        aria-label={`Details of ${nameOf(batch)}`}
        onClick={() => open('details')}
      >
        Details
      </Button>
      {rejected > 0 && <RejectsLink size="sm" batchId={batchId} name={nameOf(batch)} />}
      {undo.state === 'possible' && !isUndoing && (
        <Button size="sm" aria-label={`Undo ${nameOf(batch)}`} onClick={() => open('undo')}>
          <Undo2 aria-hidden /> Undo
        </Button>
      )}
    </div>
  );
}

const State = ({ batch }: { batch: IngestedBatch }) => (
  <div className="grid max-w-56 gap-1">
    <p>
      <StateBadge {...stateOf(batch)} />
    </p>
    {batch.undo.state === 'done' && (
      <p className="min-w-44 text-xs text-muted">
        <Undone undo={batch.undo} />
      </p>
    )}
  </div>
);

const batchColumns: Columns<Row> = [
  {
    header: 'When',
    cell: ({ row }) => (
      <span className="whitespace-nowrap">
        <Ago instant={row.original.startedAt} />
      </span>
    ),
  },
  {
    header: 'Who and source',
    cell: ({ row: { original } }) => (
      <CellLines lines={[senderOf(original), sourceOf(original)]} className="min-w-32 max-w-56" />
    ),
  },
  {
    header: 'File',
    cell: ({ row }) => <div className="min-w-32 max-w-56 wrap-anywhere">{row.original.fileName ?? '–'}</div>,
  },
  { header: 'State', cell: ({ row }) => <State batch={row.original} /> },
  { header: 'Accepted', cell: ({ row }) => number(row.original.accepted) },
  { header: 'Rejected', cell: ({ row }) => number(row.original.rejected) },
  { header: 'Cells left out', cell: ({ row }) => number(row.original.droppedCells) },
  { header: 'Cells repaired', cell: ({ row }) => repairedOf(row.original) },
  { header: 'Actions', cell: ({ row }) => <Actions row={row.original} /> },
];

const BatchCard = ({ row }: { row: Row }) => (
  <>
    <CardHead aside={<StateBadge {...stateOf(row)} />}>
      <p className="font-semibold">
        <Ago instant={row.startedAt} />
      </p>
    </CardHead>
    <CardFacts
      className="wrap-anywhere"
      facts={{
        Who: senderOf(row),
        Source: sourceOf(row),
        File: row.fileName,
        Accepted: number(row.accepted),
        Rejected: number(row.rejected),
        'Cells left out': number(row.droppedCells),
        'Cells repaired': repairedOf(row),
      }}
    />
    {row.undo.state === 'done' && (
      <p className="text-muted">
        <Undone undo={row.undo} />
      </p>
    )}
    <Actions row={row} />
  </>
);
