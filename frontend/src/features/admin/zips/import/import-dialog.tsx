import { Download } from 'lucide-react';
import { useState } from 'react';
import { formatUsd } from '../../../../lib/money.ts';
import { notify } from '../../../../lib/notify.ts';
import { Button } from '../../../../ui/button.tsx';
import { type Columns, DataTable } from '../../../../ui/data-table.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FileDrop } from '../../../../ui/file-drop.tsx';
import { NoticeBox } from '../../../../ui/notice-box.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { priceNoteHint } from '../copy.ts';
import { CellProblems } from './cell-problems.tsx';
import { type Tally, useImport } from './use-import.ts';
import { readZipFile, saveProblems } from './zip-file.ts';
import type { ZipFile, ZipRow } from './zip-rows-of.ts';

type Chosen = ZipFile & { name: string };

/** Steps: choose a file, preview, import, outcome. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const run = useImport(chosen?.rows ?? []);
  const { tally, isRunning, hasFailed, isDone } = run;
  const choose = async (file: File) => {
    const read = await readZipFile(file);
    if ('title' in read) return notify({ ...read, tone: 'danger' });
    run.reset();
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
      footer={<Footer chosen={chosen} run={run} onOther={() => setChosen(null)} onClose={onClose} />}
    >
      {!chosen && (
        <div className="grid gap-5">
          <FileDrop label="Choose a CSV file" accept=".csv,text/csv" onFile={choose} />
          <ColumnFacts />
        </div>
      )}
      {chosen && !isBegun && <ImportPreview rows={chosen.rows} problems={chosen.problems} />}
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
  run: ReturnType<typeof useImport>;
  onOther: () => void;
  onClose: () => void;
};

function Footer({ chosen, run, onOther, onClose }: FooterProps) {
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
  return (
    <>
      <Button onClick={onOther}>Choose Another File</Button>
      <Button tone="accent" onClick={run.start}>
        {run.hasFailed
          ? 'Continue Import'
          : `Import ${count(chosen.rows.length)} ZIP ${chosen.rows.length === 1 ? 'Code' : 'Codes'}`}
      </Button>
    </>
  );
}

/** Every row of the file is in one of the four counts. */
function ImportOutcome({ tally, dropped }: { tally: Tally; dropped: number }) {
  const facts = [
    { term: 'Created', rows: tally.created, text: 'are in the catalog now' },
    { term: 'Skipped', rows: tally.skipped, text: 'were there already' },
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

const PREVIEW_ROWS = 10;

const columns: Columns<ZipRow> = [
  {
    header: 'ZIP Code',
    cell: ({ row }) => <span className="font-semibold tabular-nums">{row.original.zipCode}</span>,
  },
  { header: 'City', cell: ({ row }) => row.original.city },
  { header: 'State', cell: ({ row }) => row.original.state },
  { header: 'Price note', cell: ({ row }) => formatUsd(row.original.price) },
  { header: 'Available?', cell: ({ row }) => (row.original.isAvailable ? 'Yes' : 'No') },
];

function ImportPreview({ rows, problems }: Pick<ZipFile, 'rows' | 'problems'>) {
  const shown = rows.slice(0, PREVIEW_ROWS);
  return (
    <div className="grid grid-cols-1 gap-3">
      <h3 className="text-sm font-semibold">
        Preview of the first {shown.length === 1 ? 'row' : `${shown.length} rows`}
      </h3>
      <div className="-mx-5 border-y border-line sm:-mx-6 sm:[&_tr>:first-child]:pl-6">
        <DataTable caption="Preview" columns={columns} rows={shown} />
      </div>
      <CellProblems problems={problems} />
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
