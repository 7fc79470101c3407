import { Download } from 'lucide-react';
import { useState } from 'react';
import { notify } from '../../../../lib/notify.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FileDrop } from './file-drop.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';
import { readZipFile } from './read-zip-file.ts';
import { saveProblems } from './save-problems.ts';
import { useImport } from './use-import.ts';
import type { ZipFile } from './zip-rows-of.ts';

type Chosen = ZipFile & { name: string };

/** From the choice of a file over its preview and the import to what came of it. */
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
      description={
        chosen
          ? fileText(chosen)
          : 'Adds ZIP codes to the catalogue. Those that are there already are skipped.'
      }
      footer={<Footer chosen={chosen} run={run} onOther={() => setChosen(null)} onClose={onClose} />}
    >
      {!chosen && <FileDrop onFile={choose} />}
      {chosen && !isBegun && <ImportPreview rows={chosen.rows} />}
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
