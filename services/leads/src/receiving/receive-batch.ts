import { AppError } from '@closingwire/chassis/app-error';
import type { Bus } from '@closingwire/chassis/bus';
import { newId } from '@closingwire/chassis/ids';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import type { BatchReply, Reject } from '@closingwire/contracts/ingestion';
import {
  insertDroppedCells,
  insertRejects,
  markFailed,
  markReceived,
  openBatch,
  type Sender,
  type StoredReject,
  touchBatch,
} from '../loading/batches.ts';
import { closeBatches } from '../loading/close-batches.ts';
import { type DateOrder, latestSaleDay } from '../reading/day.ts';
import { deliveryReporter } from '../reading/delivery-report.ts';
import type { OpenRows } from '../reading/open-rows.ts';
import { rowReader } from '../reading/row-reader.ts';
import { tellWatchers } from '../today/watches.ts';
import { leadPacker } from './lead-packer.ts';
import { cellsOf, headerOf, zipOf } from './rejected-rows.ts';
import { markAgain, rowsAgain } from './rows-again.ts';

type Deps = { pg: Pg; bus: Bus; clock: Clock };

/** The rows of a request. `dateOrder` is what the source declares. */
export type Delivery = OpenRows & {
  dateOrder?: DateOrder | undefined;
  /** The states that the license of the source covers, null for all. */
  states: readonly string[] | null;
};

const TOUCH_MS = 60_000;
const RETRY_AFTER_S = 5;

type Batch = { batchId: string; sourceId: number };

/** Keeps the lines that are not stored yet. */
function pendingLines<Line>() {
  let lines: Line[] = [];
  return {
    add: (line: Line) => void lines.push(line),
    drain(): Line[] {
      const drained = lines;
      lines = [];
      return drained;
    },
  };
}

async function send({ pg, bus, clock }: Deps, batch: Batch, delivery: Delivery): Promise<BatchReply> {
  const { batchId, sourceId } = batch;
  const packer = await leadPacker(bus, batchId, sourceId);
  const reporter = deliveryReporter({ columns: false });
  const rejects = pendingLines<StoredReject>();
  const dropped = pendingLines<Reject>();
  const again = rowsAgain();
  const reader = rowReader(latestSaleDay(clock()), delivery.dateOrder, {
    ...reporter,
    states: delivery.states,
    pass(lead, row) {
      packer.add(lead);
      again.take(row, delivery.form(), true);
      reporter.pass(lead);
    },
    reject(line, row) {
      const { sheetRow = row.line } = row;
      again.take(row, delivery.form(), false);
      rejects.add({ ...line, sheetRow, cells: cellsOf(row, delivery.form()), zip: zipOf(row) });
      reporter.reject(line);
    },
    drop(line) {
      dropped.add(line);
      reporter.drop(line);
    },
  });

  async function store(): Promise<void> {
    await insertRejects(pg, batchId, rejects.drain());
    await insertDroppedCells(pg, batchId, dropped.drain());
    await markAgain(pg, batch, again.drain());
    await packer.ready();
  }

  let touchedAt = clock().getTime();
  for await (const rows of delivery.rows) {
    reader.take(rows);
    await store();
    const now = clock();
    if (now.getTime() - touchedAt > TOUCH_MS) {
      await touchBatch(pg, batchId, now);
      touchedAt = now.getTime();
    }
  }
  reader.end();
  await store();
  const packs = await packer.finish();
  const form = delivery.form();
  const report = reporter.report(form, reader.dateOrder);
  await pg.transaction(async tx => {
    const now = clock();
    await markReceived(tx, { id: batchId, ...reporter.counts, packs, report, header: headerOf(form), now });
    await tellWatchers(tx, await closeBatches(tx, [batchId], now), now);
  });
  return { batchId, ...reporter.counts, ...reporter.first, report };
}

function toReplyError(error: unknown, batchId: string): unknown {
  if (!(error instanceof AppError) || error.kind !== 'unavailable') return error;
  return new AppError(
    'unavailable',
    'ingestion_unavailable',
    'Leads cannot be accepted right now, and none of these rows were; send them again shortly',
    { cause: error, detail: { batchId, retryAfterSeconds: RETRY_AFTER_S } },
  );
}

/**
 * Receives the rows of one request. Resolves when the broker has every accepted row. If it throws, no row is accepted,
 * and the source may send the same rows again: a repeated row is stored once.
 */
export async function receiveBatch(deps: Deps, sender: Sender, delivery: Delivery): Promise<BatchReply> {
  const batchId = newId();
  await openBatch(deps.pg, { id: batchId, sender, now: deps.clock() });
  try {
    return await send(deps, { batchId, sourceId: sender.sourceId }, delivery);
  } catch (error) {
    const failure = error instanceof AppError ? error.message : 'The request broke off';
    // If this fails, `tidyBatches` fails the batch later; the source must get its reply.
    await markFailed(deps.pg, batchId, failure, deps.clock()).catch(() => {});
    throw toReplyError(error, batchId);
  }
}
