import { Download } from 'lucide-react';
import { useState } from 'react';
import { notify } from '../../../../lib/notify.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FileDrop } from '../../../../ui/file-drop.tsx';
import { NoticeBox } from '../../../../ui/notice-box.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { priceNoteHint } from '../copy.ts';
import { importLabel } from './check-text.ts';
import { ImportPreview } from './import-preview.tsx';
import { type Tally, useImport } from './use-import.ts';
import { type ImportCheck, useImportCheck } from './use-import-check.ts';
import { readZipFile, saveProblems } from './zip-file.ts';
import type { ZipFile } from './zip-rows-of.ts';

type Chosen = ZipFile & { name: string };

/** Steps: choose a file, preview, import, outcome. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const run = useImport(chosen?.rows ?? []);
  const { tally, isRunning, hasFailed, isDone } = run;
  const check = useImportCheck();
  const choose = async (file: File) => {
    const read = await readZipFile(file);
    if ('title' in read) return notify({ ...read, tone: 'danger' });
    run.reset();
    check.start(read.rows);
    return setChosen({ ...read, name: file.name });
  };
  const isBegun = isRunning || hasFailed || isDone;
  return (
    <Dialog
      open
      wide
      stays={isRunning}
      onOpenChange={onClose}
      title="Import CSV"
      description={chosen ? fileText(chosen) : 'Adds ZIP codes to the catalog. Existing ones are skipped.'}
      footer={
        <Footer chosen={chosen} check={check} run={run} onOther={() => setChosen(null)} onClose={onClose} />
      }
    >
      {!chosen && (
        <div className="grid gap-5">
          <FileDrop label="Choose a CSV file" accept=".csv,text/csv" onFile={choose} />
          <ColumnFacts />
        </div>
      )}
      {chosen && !isBegun && <ImportPreview file={chosen} check={check} />}
      {chosen && (isRunning || hasFailed) && (
        <ImportProgress tally={tally} total={chosen.rows.length} hasStopped={hasFailed} />
      )}
      {chosen && isDone && <ImportOutcome tally={tally} dropped={chosen.dropped.length} />}
    </Dialog>
  );
}

const count = (number: number) => number.toLocaleString('en-US');

function fileText({ name, rows, dropped }: Chosen): string {
  const read = `${name}: ${count(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}`;
  if (dropped.length === 0) return read;
  return `${read}, ${count(dropped.length)} dropped without ZIP code, city or state`;
}

type FooterProps = {
  chosen: Chosen | null;
  check: ImportCheck;
  run: ReturnType<typeof useImport>;
  onOther: () => void;
  onClose: () => void;
};

function Footer({ chosen, check, run, onOther, onClose }: FooterProps) {
  if (!chosen) return <Button onClick={onClose}>Cancel</Button>;
  if (run.isRunning) return <Button onClick={onClose}>Stop</Button>;
  if (run.isDone) {
    const problems = [...chosen.dropped, ...run.tally.errors];
    return (
      <>
        {problems.length > 0 && (
          <Button onClick={() => saveProblems(problems)}>
            <Download aria-hidden /> Download Errors
          </Button>
        )}
        <Button tone="accent" onClick={onClose}>
          Done
        </Button>
      </>
    );
  }
  const usable = chosen.rows.length - check.refusals.size;
  return (
    <>
      <Button onClick={onOther}>Choose Another File</Button>
      <Button tone="accent" onClick={run.start} disabled={check.isRunning || usable === 0}>
        {run.hasFailed ? 'Continue Import' : importLabel(check.counts)}
      </Button>
    </>
  );
}

/** Every row of the file is in one of the four counts. */
function ImportOutcome({ tally, dropped }: { tally: Tally; dropped: number }) {
  const facts = [
    { term: 'Created', rows: tally.created, text: 'are in the catalog now' },
    { term: 'Skipped', rows: tally.skipped, text: 'were there already or repeated' },
    { term: 'Errors', rows: tally.errors.length, text: 'were refused' },
    { term: 'Dropped', rows: dropped, text: 'had no ZIP code, city or state' },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {facts.map(({ term, rows, text }) => (
        <div key={term} className="grid content-start gap-0.5 rounded-xl bg-sunken px-4 py-3">
          <dt className="text-sm text-muted">{term}</dt>
          <dd className="text-2xl font-bold tracking-tight">{count(rows)}</dd>
          <dd className="text-xs text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

type ImportProgressProps = { tally: Tally; total: number; hasStopped: boolean };

function ImportProgress({ tally, total, hasStopped }: ImportProgressProps) {
  const progress = `${count(tally.done)} of ${count(total)} rows`;
  return (
    <div className="grid gap-4">
      <ProgressBar label="Import" value={tally.done} max={total} valueText={progress} />
      <p className="text-sm">{progress}</p>
      {hasStopped ? (
        <NoticeBox tone="danger" title="The import stopped">
          What is counted above is in the catalog. Continue from there, or import the file again later: only
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

const columnFacts = [
  ['Required columns', 'zipcode (or zip_code, zip code), city, state'],
  ['Optional columns', 'price (25 where empty), available (no only where false or 0)'],
  ['Price', priceNoteHint],
];

const ColumnFacts = () => (
  <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
    {columnFacts.map(([term, text]) => (
      <div key={term} className="contents">
        <dt className="font-medium">{term}</dt>
        <dd className="text-muted">{text}</dd>
      </div>
    ))}
  </dl>
);
