import type { IngestedBatch } from '@closingwire/contracts/ingestion';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageFooter } from '../../../ui/pagination.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { listText } from '../counted.ts';
import { Panel } from '../panel.tsx';
import { monthRowsText, nameOf, number, rejectsAfterUndo, rowsText, undoCopy } from './copy.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryRows, type OpenDialog } from './delivery-rows.tsx';
import { PAGE_SIZE, useDeliveries, useUndoDelivery } from './queries.ts';

type DeliveriesPanelProps = {
  page: number;
  /** The first day of the month that is shown; empty for all. */
  month: string;
  onPage: (page: number) => void;
  onAll: () => void;
};

/** The deliveries of the last 90 days, by sources and by admins, or those of a month. */
export function DeliveriesPanel({ page, month, onPage, onAll }: DeliveriesPanelProps) {
  const deliveries = useDeliveries(page, month);
  // Not in the row: a new delivery moves the others down.
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const undo = useUndoDelivery();
  return (
    <Panel
      id="deliveries"
      title="Deliveries of leads"
      status={listText(deliveries, 'Loading deliveries', ({ total, rows }) =>
        month ? monthRowsText(month, total, rows) : `${number(total)} in the last 90 days`,
      )}
      actions={
        month && (
          <Button size="sm" onClick={onAll}>
            All deliveries
          </Button>
        )
      }
    >
      <Loaded query={deliveries} loading="Loading deliveries" failed="Deliveries could not be loaded">
        {({ batches, total }) => (
          <>
            {batches.length === 0 ? (
              <EmptyState level="h3" icon={Inbox} title="No deliveries here">
                Files that you deliver and rows from sources are listed here.
              </EmptyState>
            ) : (
              <DeliveryRows
                batches={batches}
                isStale={deliveries.isPlaceholderData}
                undoingId={undo.isPending ? undo.variables : undefined}
                onOpen={setDialog}
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
      {dialog && (
        <OpenedDialog
          dialog={{ ...dialog, batch: latestOf(dialog.batch, deliveries.data?.batches) }}
          isUndoing={undo.isPending}
          onUndo={undo.mutate}
          onDialog={setDialog}
        />
      )}
    </Panel>
  );
}

const latestOf = (batch: IngestedBatch, batches: readonly IngestedBatch[] = []) =>
  batches.find(({ batchId }) => batchId === batch.batchId) ?? batch;

type OpenedDialogProps = {
  dialog: OpenDialog;
  isUndoing: boolean;
  onUndo: (batchId: string) => void;
  onDialog: (dialog: OpenDialog | null) => void;
};

function OpenedDialog({ dialog, isUndoing, onUndo, onDialog }: OpenedDialogProps) {
  const { kind, batch, returnFocus } = dialog;
  const close = () => onDialog(null);
  if (kind === 'details') {
    return (
      <DeliveryDialog
        batch={batch}
        returnFocus={returnFocus}
        onUndo={isUndoing ? undefined : () => onDialog({ ...dialog, kind: 'undo' })}
        onClose={close}
      />
    );
  }
  return (
    <ConfirmDialog
      title={undoCopy.title}
      action={undoCopy.action}
      isReady={batch.undo.state === 'possible'}
      returnFocus={returnFocus}
      onConfirm={() => onUndo(batch.batchId)}
      onClose={close}
    >
      <UndoConsequences batch={batch} />
    </ConfirmDialog>
  );
}

const UndoConsequences = ({ batch }: { batch: IngestedBatch }) => (
  <div className="grid gap-3 text-sm">
    <p className="wrap-anywhere">
      <span className="font-semibold">{nameOf(batch)}</span>, {rowsText(batch.accepted)}
    </p>
    <ul className="grid list-disc gap-1 pl-5">
      {[...undoCopy.follows, ...rejectsAfterUndo(batch.rejected)].map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </div>
);
