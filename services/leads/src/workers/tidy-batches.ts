import type { Clock } from '@closingwire/chassis/clock';
import type { Pg } from '@closingwire/chassis/pg';
import { failAbandoned, forgetBatches } from '../db/batches.ts';

const MINUTE_MS = 60_000;
const UNSEEN_MS = 15 * MINUTE_MS;
const KEPT_MS = 90 * 24 * 60 * MINUTE_MS;

/** Fails the batches whose receiving process died, and forgets old ones with their rejects. */
export async function tidyBatches(pg: Pg, clock: Clock): Promise<void> {
  const now = clock();
  await failAbandoned(pg, new Date(now.getTime() - UNSEEN_MS), now);
  await pg.transaction(tx => forgetBatches(tx, new Date(now.getTime() - KEPT_MS)));
}
