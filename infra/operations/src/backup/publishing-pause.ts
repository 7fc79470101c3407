import { setTimeout as pause } from 'node:timers/promises';
import { raw, sql } from '@closingwire/chassis/pg';
import type pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { openClient } from './database-client.ts';

const tries = 10;
const lockNotAvailable = '55P03';

/** Shorter than `deadlock_timeout` (1 s): in a deadlock this transaction gives up, not one of the product. */
const patience = '800ms';

/**
 * Runs `work` while no transaction can publish and no relay can delete sent events. So every event on the bus was
 * committed before, and every other one is still in an outbox. Publishing transactions wait, so `work` must be short.
 */
export async function whilePublishingPauses<T>(
  databaseUrls: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const locked = await Promise.allSettled(databaseUrls.map(lockOutbox));
    const clients = locked.flatMap(each => (each.status === 'fulfilled' ? each.value : []));
    try {
      const refusal = locked.find(each => each.status === 'rejected');
      if (refusal === undefined) return await work();
      if (refusal.reason?.code !== lockNotAvailable) throw refusal.reason;
    } finally {
      await Promise.all(clients.map(client => client.end()));
    }
    if (attempt === tries) {
      throw new OperatorError(
        `Expected a pause of publishing within ${tries} tries; each time a transaction was at its outbox for most of a second. Take the backup when less goes on.`,
      );
    }
    await pause(100 * attempt);
  }
}

/** The lock ends with its connection, and so with this process. */
async function lockOutbox(url: string): Promise<pg.Client[]> {
  const client = await openClient(url, 'backup');
  try {
    const { rows } = await client.query<{ found: boolean }>(
      sql`select to_regclass('outbox') is not null as found`,
    );
    if (!rows[0]?.found) {
      await client.end();
      return [];
    }
    await client.query(
      sql`begin; set local lock_timeout = '${raw(patience)}'; lock table outbox in exclusive mode`,
    );
    return [client];
  } catch (error) {
    await client.end();
    throw error;
  }
}
