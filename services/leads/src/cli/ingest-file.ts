import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchReply, Effects } from '@closingwire/contracts/ingestion';
import { SingleBar } from 'cli-progress';
import type { CliConfig } from '../config.ts';
import { type Chunk, chunksOf } from './chunks.ts';
import { type IngestionClient, ingestionClient } from './ingestion-client.ts';
import { type LeadFile, openLeadFile } from './lead-file.ts';
import { type ListedLine, rejectsFile } from './rejects-file.ts';
import { daysText, effectLines, type RepairCount, repairLines } from './report-text.ts';
import { print } from './terminal-text.ts';

type Totals = {
  rows: number;
  accepted: number;
  rejected: number;
  undisclosedPrices: number;
  droppedCells: number;
};

const PATIENCE_MS = 10 * 60_000;
const LOAD_PATIENCE_MS = 2 * 60_000;
const LOOK_MS = 250;
const FORMAT = '{bar} {percentage}% | {rows} rows: {accepted} accepted, {rejected} rejected {note}';

function printReading({ shift, survey }: LeadFile): void {
  const days = daysText(survey);
  if (days) print(`Days ${days}.`);
  if (!shift) return;
  print(`Sale dates are moved by ${shift.days} days, none after ${shift.latest}.`);
  print(`The same again, on any day: SHIFT=${shift.days}`);
}

/** Waits until the workers have stored the batches, at most `LOAD_PATIENCE_MS`. Returns what they did. */
async function untilLoaded(client: IngestionClient, batchIds: Iterable<string>): Promise<Effects[]> {
  const giveUpAt = Date.now() + LOAD_PATIENCE_MS;
  const effects: Effects[] = [];
  for (const batchId of batchIds) {
    let batch = await client.stateOf(batchId);
    while (batch.state === 'loading') {
      if (Date.now() > giveUpAt) {
        print('Accepted rows are still being stored; the lists will follow.');
        return [];
      }
      await sleep(LOOK_MS);
      batch = await client.stateOf(batchId);
    }
    if (batch.effects) effects.push(batch.effects);
  }
  return effects;
}

/** Adds up the replies to the requests of a file. */
function tally() {
  const totals: Totals = { rows: 0, accepted: 0, rejected: 0, undisclosedPrices: 0, droppedCells: 0 };
  const repairs = new Map<string, RepairCount>();
  return {
    totals,
    repairs: () => [...repairs.values()].toSorted((one, other) => other.count - one.count),
    addUnsent({ length }: Chunk['rejects']): void {
      totals.rows += length;
      totals.rejected += length;
    },
    add({ records }: Chunk, { report, ...counts }: BatchReply): void {
      totals.rows += records - (report?.notices.length ?? 0) - (report?.blankLines ?? 0);
      totals.accepted += counts.accepted;
      totals.rejected += counts.rejected;
      totals.undisclosedPrices += counts.undisclosedPrices;
      totals.droppedCells += counts.droppedCells;
      for (const { field, repair, count } of report?.repairs ?? []) {
        const found = repairs.get(`${field}\u001f${repair}`);
        if (found) found.count += count;
        else repairs.set(`${field}\u001f${repair}`, { field, repair, count });
      }
    },
  };
}

type Tally = ReturnType<typeof tally>;

/** Sends a chunk; returns its batch, and the lines to list with their place in the file. */
async function deliverChunk(client: IngestionClient, chunk: Chunk, file: LeadFile, counts: Tally) {
  const lines: ListedLine[] = chunk.rejects.map(reject => ({ ...reject, effect: 'row rejected' }));
  counts.addUnsent(chunk.rejects);
  if (chunk.records === 0) return { lines };
  const reading = { map: file.map, dates: file.survey.order };
  const reply = await client.send(chunk.body, file.form.type, reading);
  counts.add(chunk, reply);
  const { rejects, dropped } = await client.linesOf(reply);
  for (const reject of rejects)
    lines.push({ ...reject, line: chunk.lineOf(reject.line), effect: 'row rejected' });
  for (const cell of dropped) lines.push({ ...cell, line: chunk.lineOf(cell.line), effect: 'cell left out' });
  return { lines, batchId: reply.batchId };
}

function printOutcome({ totals, repairs }: Tally, rejectsPath: string, isComplete: boolean): void {
  const { accepted, rejected, rows, undisclosedPrices, droppedCells } = totals;
  if (rejected + droppedCells > 0) print(`Rejected rows and cells left out, with reasons: ${rejectsPath}`);
  print(`accepted ${accepted} + rejected ${rejected} ${isComplete ? '=' : '≠'} rows ${rows}`);
  if (droppedCells > 0)
    print(`Cells left out of accepted rows, because they cannot be read: ${droppedCells}`);
  if (undisclosedPrices > 0) {
    print(`Of the accepted rows, ${undisclosedPrices} have no price: missing, 0 or not disclosed.`);
  }
  const found = repairs();
  if (found.length > 0) print('Repaired:');
  for (const line of repairLines(found)) print(line);
}

/**
 * Delivers a file to the ingestion API in chunks and retries failed ones. Rejects and cells left out go to a file
 * beside it. `isComplete` is false if the counts do not add up.
 */
export async function ingestFile(config: CliConfig): Promise<Totals & { isComplete: boolean }> {
  const file = await openLeadFile(config, new Date());
  const listed = rejectsFile(`${file.path}.rejects.csv`);
  const counts = tally();
  const { totals } = counts;
  const bar = new SingleBar({ format: FORMAT, hideCursor: true, clearOnComplete: false });
  const client = ingestionClient({
    publicUrl: config.PUBLIC_URL,
    key: config.INGESTION_KEY,
    patienceMs: PATIENCE_MS,
    onRetry: reason => bar.update({ note: `| trying again: ${reason.slice(0, 60)}` }),
  });
  printReading(file);
  await listed.clear();
  const batchIds: string[] = [];
  let bytesRead = 0;
  const records = file.records(bytes => {
    bytesRead = bytes;
  });
  // The bytes of a packed file are read before its first row.
  const { rows } = file.survey;
  bar.start(rows ?? file.bytes, 0, { ...totals, note: '' });
  try {
    for await (const chunk of chunksOf(records, { form: file.form, rowsPerChunk: config.ROWS_PER_REQUEST })) {
      const { lines, batchId } = await deliverChunk(client, chunk, file, counts);
      await listed.add(lines);
      if (batchId) batchIds.push(batchId);
      bar.update(rows ? totals.rows : bytesRead, { ...totals, note: '' });
    }
    bar.update(rows ?? file.bytes);
  } finally {
    bar.stop();
    await listed.close();
  }
  const effects = await untilLoaded(client, batchIds);
  const isComplete = totals.accepted + totals.rejected === totals.rows;
  printOutcome(counts, listed.path, isComplete);
  for (const line of effectLines(effects)) print(line);
  return { ...totals, isComplete };
}
