import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import { failUnseen, forgetBatches } from '../db/batches.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const RECEIVING_MS = 15 * MINUTE_MS;
const KEPT_MS = 90 * DAY_MS;

/** Fails the batches that nobody works on any more, and forgets old ones with their rejects. */
export async function tidyBatches(pg: Pg, clock: Clock): Promise<void> {
  const now = clock();
  const before = (ms: number) => new Date(now.getTime() - ms);
  await failUnseen(pg, {
    state: 'receiving',
    failure: 'The process that received it ended',
    unseenSince: before(RECEIVING_MS),
    now,
  });
  await failUnseen(pg, {
    state: 'loading',
    failure: 'A part could not be stored; it is in leads-ingest.dead',
    unseenSince: before(DAY_MS),
    now,
  });
  await pg.transaction(tx => forgetBatches(tx, before(KEPT_MS)));
}
