import type { IngestedBatch } from '@closingwire/contracts/ingestion';
import { Undo2 } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { formatExactInstant } from '../../../lib/dates.ts';
import { StateBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { ScrollFrame } from '../../../ui/scroll-frame.tsx';
import { CardFacts, CellLines } from '../row-list.tsx';
import { formatText, inSentence, number, senderOf, stateOf, undoCopy, withoutPrice } from './copy.ts';
import { RejectsLink } from './delivered-result.tsx';
import { EffectTable } from './effect-table.tsx';
import { ReportSections } from './report-sections.tsx';
import { Undone } from './undone.tsx';

const SECOND_MS = 1_000;

/** From the first byte to the last row in the lists. */
const durationOf = ({ startedAt, finishedAt }: IngestedBatch) =>
  finishedAt === null ? '' : `${((Date.parse(finishedAt) - Date.parse(startedAt)) / SECOND_MS).toFixed(1)} s`;

type DeliveryDialogProps = {
  batch: IngestedBatch;
  returnFocus: RefObject<HTMLElement | null>;
  /** Undefined while an undo is being requested. */
  onUndo: (() => void) | undefined;
  onClose: () => void;
};

export function DeliveryDialog({ batch, returnFocus, onUndo, onClose }: DeliveryDialogProps) {
  const { batchId, fileName, source, sourceName, rejected, droppedCells, failure, report, undo } = batch;
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title={fileName ?? 'A delivery of leads'}
      description={`${formatExactInstant(batch.startedAt)}${source && `, by ${inSentence(senderOf(batch))}`}`}
      footer={
        <>
          {undo.state === 'possible' && onUndo && (
            <Button tone="danger" onClick={onUndo}>
              <Undo2 aria-hidden /> Undo
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <ScrollFrame label="Details of the delivery" className="grid gap-6 text-sm">
        {failure && (
          <NoticeBox tone="danger" title="The delivery failed">
            {failure}
          </NoticeBox>
        )}
        {report && <p className="wrap-anywhere">{formatText(report.format)}</p>}
        <CardFacts
          facts={{
            State: <StateBadge {...stateOf(batch)} />,
            Source: sourceName,
            Took: durationOf(batch),
            'Rows accepted': number(batch.accepted),
            'Rows stored': number(batch.loaded),
            'Rows rejected': number(rejected),
            'Cells left out': number(droppedCells),
            Undo: undoFact(undo),
          }}
        />
        {batch.effects && batch.undo.state !== 'done' && <EffectTable {...batch.effects} />}
        {batch.undisclosedPrices > 0 && <p>{withoutPrice(batch.undisclosedPrices)}</p>}
        {rejected + droppedCells > 0 && (
          <div className="flex flex-wrap gap-3">
            {rejected > 0 && <RejectsLink batchId={batchId} />}
            {droppedCells > 0 && <RejectsLink batchId={batchId} of="cells" />}
          </div>
        )}
        {report ? <ReportSections report={report} /> : <FirstRejects rejects={batch.rejects} />}
      </ScrollFrame>
    </Dialog>
  );
}

/** Returns why a delivery cannot be undone, or how far its undo is; '' if it can be. */
function undoFact(undo: IngestedBatch['undo']): ReactNode {
  if (undo.state === 'impossible')
    return <CellLines lines={[undoCopy.impossible, undo.reason]} className="" />;
  if (undo.state === 'running') return undoCopy.running;
  return undo.state === 'done' ? <Undone undo={undo} /> : '';
}

/** The first rejected rows of a delivery without a report. */
function FirstRejects({ rejects }: Pick<IngestedBatch, 'rejects'>) {
  return (
    <ul className="grid gap-1 wrap-anywhere">
      {rejects.map(({ line, field, message }) => (
        <li key={line}>
          Line {number(line)}
          {field && `, ${field}`}: {message}
        </li>
      ))}
    </ul>
  );
}
