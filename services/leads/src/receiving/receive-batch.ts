import { AppError } from '@closingwire/chassis/app-error';
import type { Bus } from '@closingwire/chassis/bus';
import { newId } from '@closingwire/chassis/ids';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import { type BatchReply, deliveryLimits, type Reject } from '@closingwire/contracts/ingestion';
import { addDays } from '@closingwire/contracts/state-days';
import { insertRejects, markFailed, markReceived, openBatch, touchBatch } from '../loading/batches.ts';
import { closeBatches } from '../loading/close-batches.ts';
import { FieldError } from '../reading/fields.ts';
import { readLead } from '../reading/read-lead.ts';
import type { RowSource, SourceRow } from '../reading/rows.ts';
import { leadPacker } from './lead-packer.ts';

type Deps = { pg: Pg; bus: Bus; clock: Clock };

const TOUCH_MS = 60_000;
const RETRY_AFTER_S = 5;

/** Passes valid rows to `pass` and collects the rejects. */
function rowGate(latest: string, pass: Awaited<ReturnType<typeof leadPacker>>['add']) {
  const counts = { accepted: 0, rejected: 0, undisclosedPrices: 0 };
  const first: Reject[] = [];
  let fresh: Reject[] = [];

  function reject(line: number, field: string, message: string): void {
    const rejected = { line, field, message };
    counts.rejected++;
    fresh.push(rejected);
    if (first.length < deliveryLimits.rejectsInReply) first.push(rejected);
  }

  return {
    counts,
    first,
    take({ line, lead, nameOf, problem }: SourceRow): void {
      if (!lead) {
        reject(line, '', problem ?? 'Expected a lead');
        return;
      }
      try {
        const read = readLead(lead, latest);
        pass(read);
        counts.accepted++;
        if (read.property.price === null) counts.undisclosedPrices++;
      } catch (error) {
        if (!(error instanceof FieldError)) throw error;
        reject(line, nameOf?.(error.field) ?? error.field, error.message);
      }
    },
    /** Returns the rejects since the last call. */
    drain(): Reject[] {
      const drained = fresh;
      fresh = [];
      return drained;
    },
  };
}

/** Tomorrow in UTC: no state is ahead of UTC, and one more day allows for a wrong clock. */
const latestSaleDay = (now: Date): string => addDays(now.toISOString().slice(0, 10), 1);

async function send({ pg, bus, clock }: Deps, batchId: string, source: RowSource): Promise<BatchReply> {
  const packer = await leadPacker(bus, batchId);
  const gate = rowGate(latestSaleDay(clock()), packer.add);
  let touchedAt = clock().getTime();
  for await (const rows of source) {
    for (const row of rows) gate.take(row);
    await insertRejects(pg, batchId, gate.drain());
    await packer.ready();
    const now = clock();
    if (now.getTime() - touchedAt > TOUCH_MS) {
      await touchBatch(pg, batchId, now);
      touchedAt = now.getTime();
    }
  }
  const packs = await packer.finish();
  await pg.transaction(async tx => {
    const now = clock();
    await markReceived(tx, { id: batchId, ...gate.counts, packs, now });
    await closeBatches(tx, [batchId], now);
  });
  return { batchId, ...gate.counts, rejects: gate.first };
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
export async function receiveBatch(deps: Deps, keyId: string, source: RowSource): Promise<BatchReply> {
  const batchId = newId();
  await openBatch(deps.pg, { id: batchId, keyId, now: deps.clock() });
  try {
    return await send(deps, batchId, source);
  } catch (error) {
    const failure = error instanceof AppError ? error.message : 'The request broke off';
    // If this fails, `tidyBatches` fails the batch later; the source must get its reply.
    await markFailed(deps.pg, batchId, failure, deps.clock()).catch(() => {});
    throw toReplyError(error, batchId);
  }
}
