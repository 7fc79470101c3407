import { NoticeBox } from '../../../../ui/notice-box.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import type { Tally } from './use-import.ts';

type ImportProgressProps = { tally: Tally; total: number; hasStopped: boolean };

export function ImportProgress({ tally, total, hasStopped }: ImportProgressProps) {
  const progress = `${tally.done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} rows`;
  return (
    <div className="grid gap-4">
      <ProgressBar label="Import" value={tally.done} max={total} valueText={progress} />
      <p className="text-sm">{progress}</p>
      {hasStopped ? (
        <NoticeBox tone="danger" title="The import stopped">
          What is counted above is in the catalogue. Continue from there, or import the file again later: only
          what is missing is added.
        </NoticeBox>
      ) : (
        <p className="text-sm text-muted">
          Stopping keeps what is imported so far. The same file again adds only what is missing.
        </p>
      )}
    </div>
  );
}
