import { open, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reject } from '@closingwire/contracts/ingestion';
import { SingleBar } from 'cli-progress';
import { stringify } from 'csv-stringify/sync';
import type { CliConfig } from '../config.ts';
import { ingestionClient } from './ingestion-client.ts';
import { chunksOf, type LeadFile, openLeadFile } from './lead-file.ts';

/** Lists rejected rows in a file beside the delivered one; created with the first reject. */
function rejectsFile(path: string) {
  let file: Awaited<ReturnType<typeof open>> | undefined;
  return {
    path,
    /** Removes the file of an earlier run. */
    clear: () => rm(path, { force: true }),
    async add(rejects: readonly Reject[]): Promise<void> {
      if (rejects.length === 0) return;
      if (!file) {
        file = await open(path, 'w');
        await file.write('line,field,reason\n');
      }
      await file.write(stringify(rejects.map(({ line, field, message }) => [line, field, message])));
    },
    close: async () => file?.close(),
  };
}

type Totals = { rows: number; accepted: number; rejected: number; undisclosedPrices: number };

const PATIENCE_MS = 10 * 60_000;
const LOAD_PATIENCE_MS = 2 * 60_000;
const LOOK_MS = 250;
const FORMAT = '{bar} {percentage}% | {rows} rows: {accepted} accepted, {rejected} rejected {note}';

const print = (line: string) => process.stdout.write(`${line}\n`);

function printShift({ shift }: LeadFile): void {
  if (!shift) return;
  print(`Sale dates are moved by ${shift.days} days, none after ${shift.latest}.`);
  print(`The same again, on any day: SHIFT=${shift.days}`);
}

/** Waits until the workers have stored the batches, at most `LOAD_PATIENCE_MS`. */
async function untilLoaded(client: ReturnType<typeof ingestionClient>, batchIds: Iterable<string>) {
  const giveUpAt = Date.now() + LOAD_PATIENCE_MS;
  for (const batchId of batchIds) {
    while ((await client.stateOf(batchId)).state === 'loading') {
      if (Date.now() > giveUpAt) {
        print('Accepted rows are still being stored; the lists will follow.');
        return;
      }
      await sleep(LOOK_MS);
    }
  }
}

/**
 * Delivers a file to the ingestion API in chunks and retries failed ones. Rejects go to a file beside it. `isComplete`
 * is false if the counts do not add up.
 */
export async function ingestFile(config: CliConfig): Promise<Totals & { isComplete: boolean }> {
  const file = await openLeadFile(config, new Date());
  const rejects = rejectsFile(`${file.path}.rejects.csv`);
  const totals: Totals = { rows: 0, accepted: 0, rejected: 0, undisclosedPrices: 0 };
  const bar = new SingleBar({ format: FORMAT, hideCursor: true, clearOnComplete: false });
  const client = ingestionClient({
    publicUrl: config.PUBLIC_URL,
    key: config.INGESTION_KEY,
    patienceMs: PATIENCE_MS,
    onRetry: reason => bar.update({ note: `| trying again: ${reason.slice(0, 60)}` }),
  });
  printShift(file);
  await rejects.clear();
  const batchIds: string[] = [];
  let bytesRead = 0;
  bar.start(file.bytes, 0, { ...totals, note: '' });
  try {
    const records = file.records(bytes => {
      bytesRead = bytes;
    });
    const shape = { hasHeader: file.hasHeader, rowsPerChunk: config.ROWS_PER_REQUEST };
    for await (const { body, rows, linesBefore } of chunksOf(records, shape)) {
      const reply = await client.send(body, file);
      const found = await client.rejectsOf(reply);
      await rejects.add(found.map(reject => ({ ...reject, line: reject.line + linesBefore })));
      batchIds.push(reply.batchId);
      totals.rows += rows;
      totals.accepted += reply.accepted;
      totals.rejected += reply.rejected;
      totals.undisclosedPrices += reply.undisclosedPrices;
      bar.update(bytesRead, { ...totals, note: '' });
    }
    bar.update(file.bytes);
  } finally {
    bar.stop();
    await rejects.close();
  }
  await untilLoaded(client, batchIds);
  if (totals.rejected > 0) print(`Rejected rows, with their reasons: ${rejects.path}`);
  const { accepted, rejected, rows, undisclosedPrices } = totals;
  const isComplete = accepted + rejected === rows;
  print(`accepted ${accepted} + rejected ${rejected} ${isComplete ? '=' : '≠'} rows ${rows}`);
  if (undisclosedPrices > 0) {
    print(`Of the accepted rows, ${undisclosedPrices} have no price: missing, 0 or not disclosed.`);
  }
  return { ...totals, isComplete };
}
