import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import { leadListReady } from '@closingwire/contracts/leads';
import { finishLoaded } from '../db/batches.ts';
import { refreshLists } from '../db/lead-lists.ts';

/** Held until the commit, so that two batches that share ZIPs do not wait for one another in a circle. */
const CLOSING = 'select pg_advisory_xact_lock(7224302)';

/**
 * Ends those of the batches whose last part is in the store, and says so for each of their ZIPs. Called in the
 * transactions that can be the last to add something: of the request, and of each load.
 */
export async function closeBatches(tx: Tx, batchIds: readonly string[], now: Date): Promise<void> {
  await tx.query(CLOSING);
  for (const { id: batchId, zips } of await finishLoaded(tx, batchIds, now)) {
    for (const list of await refreshLists(tx, zips, now)) {
      await publish(tx, leadListReady, {
        id: list.id,
        version: list.version,
        zipCode: list.zip,
        batchId,
        agentCount: list.agentCount,
        readyAt: list.updatedAt.toISOString(),
      });
    }
  }
}
