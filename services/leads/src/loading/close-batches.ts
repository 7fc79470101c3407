import { publish } from '@closingwire/chassis/outbox';
import type { Clock } from '@closingwire/chassis/part';
import { type Pg, sql, type Tx } from '@closingwire/chassis/pg';
import { REJECTED_ROW_DAYS, UNDO_DAYS } from '@closingwire/contracts/ingestion';
import { leadListReady } from '@closingwire/contracts/leads';
import { refreshLists } from '../lists/lead-lists.ts';
import { forgetKnownSales } from '../today/watches.ts';
import {
  failUnseen,
  finishLoaded,
  forgetBatches,
  forgetChanges,
  forgetContents,
  isSomeLoaded,
} from './batches.ts';
import { forgetEffects } from './effects.ts';
import { forgetRetractions } from './retract.ts';

/** Held until the commit: two batches that share ZIPs would otherwise deadlock. */
const CLOSE_LOCK = 7_224_302;

/**
 * Ends those of the batches that have all their packs, publishes the lists of their ZIPs, and returns these ZIPs. Both the request and
 * each load call it, because either can be last.
 */
export async function closeBatches(tx: Tx, batchIds: readonly string[], now: Date): Promise<string[]> {
  // `countLoaded` and `markReceived` lock the batch's row, so the later of two transactions sees the changes of both.
  if (!(await isSomeLoaded(tx, batchIds))) return [];
  await tx.query(sql`select pg_advisory_xact_lock(${CLOSE_LOCK})`);
  const finished = await finishLoaded(tx, batchIds, now);
  await forgetEffects(
    tx,
    finished.map(({ id }) => id),
  );
  for (const { id: batchId, zipCodes } of finished) {
    for (const list of await refreshLists(tx, zipCodes, now)) {
      await publish(tx, leadListReady, {
        id: list.id,
        version: list.version,
        zipCode: list.zipCode,
        batchId,
        agentCount: list.agentCount,
        readyAt: list.updatedAt.toISOString(),
      });
    }
  }
  return [...new Set(finished.flatMap(({ zipCodes }) => zipCodes))];
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const RECEIVING_MS = 15 * MINUTE_MS;
const LIFE_MS = 90 * DAY_MS;

/** Fails abandoned batches and deletes old ones. */
export async function tidyBatches(pg: Pg, clock: Clock): Promise<void> {
  const now = clock();
  const before = (ms: number) => new Date(now.getTime() - ms);
  await failUnseen(pg, {
    state: 'receiving',
    failure: 'The receiving process stopped',
    unseenSince: before(RECEIVING_MS),
    now,
  });
  await failUnseen(pg, {
    state: 'loading',
    failure: 'A pack could not be stored; it is in leads-ingest.dead',
    unseenSince: before(DAY_MS),
    now,
  });
  await pg.transaction(async tx => {
    await forgetBatches(tx, before(LIFE_MS));
    await forgetChanges(tx, before(UNDO_DAYS * DAY_MS));
    await forgetContents(tx, before(REJECTED_ROW_DAYS * DAY_MS));
    await forgetRetractions(tx, before(LIFE_MS));
    await forgetKnownSales(tx, now);
  });
}
