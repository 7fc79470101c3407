import { publish } from '@closingwire/chassis/outbox';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import { zipRefreshRequested } from '@closingwire/contracts/catalog';
import { takeDueZips } from '../db/zips.ts';

const AT_ONCE = 500;

/**
 * Asks for fresh leads of each subscribed, scrape-active ZIP, once a day: run again on the same day, or after a
 * kill, it asks for those that are missing.
 */
export async function requestRefreshes(pg: Pg, clock: Clock): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE; ) {
    const now = clock();
    taken = await pg.transaction(async tx => {
      const zips = await takeDueZips(tx, now, AT_ONCE);
      for (const zipCode of zips) {
        await publish(tx, zipRefreshRequested, { zipCode, requestedAt: now.toISOString() });
      }
      return zips.length;
    });
  }
}
