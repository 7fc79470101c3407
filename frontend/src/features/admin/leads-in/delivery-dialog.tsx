import type { IngestedBatch } from '@closingwire/contracts/ingestion';
import { formatExactInstant } from '../../../lib/dates.ts';
import { StateBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { ScrollFrame } from '../../../ui/scroll-frame.tsx';
import { CardFacts } from '../row-list.tsx';
import { formatText, number, states, withoutPrice } from './copy.ts';
import { RejectsLink } from './delivered-result.tsx';
import { ReportSections } from './report-sections.tsx';

const SECOND_MS = 1_000;

/** From the first byte to the last row in the lists. */
const durationOf = ({ startedAt, finishedAt }: IngestedBatch) =>
  finishedAt === null ? '' : `${((Date.parse(finishedAt) - Date.parse(startedAt)) / SECOND_MS).toFixed(1)} s`;

export function DeliveryDialog({ batch, onClose }: { batch: IngestedBatch; onClose: () => void }) {
  const { batchId, fileName, source, rejected, droppedCells, failure, report } = batch;
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={fileName ?? 'A delivery of leads'}
      description={`${formatExactInstant(batch.startedAt)}${source && `, by ${source}`}`}
      footer={
        <>
          {rejected + droppedCells > 0 && <RejectsLink batchId={batchId} />}
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
            State: <StateBadge {...states[batch.state]} />,
            Took: durationOf(batch),
            'Rows accepted': number(batch.accepted),
            'Rows stored': number(batch.loaded),
            'Rows rejected': number(rejected),
            'Cells left out': number(droppedCells),
          }}
        />
        {batch.undisclosedPrices > 0 && <p>{withoutPrice(batch.undisclosedPrices)}</p>}
        {report ? <ReportSections report={report} /> : <FirstRejects rejects={batch.rejects} />}
      </ScrollFrame>
    </Dialog>
  );
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
