import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../process/retry.ts';
import type { Admin } from './topics.ts';

const PATIENCE_MS = 10_000;

/** Errors of a broker that is loading its groups or moving the group to another broker. */
const passing = new Set([
  'GROUP_LOAD_IN_PROGRESS',
  'NOT_COORDINATOR_FOR_GROUP',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
]);

/**
 * Returns the committed offsets of a group; -1 for partitions without one. Retries for ten seconds while the group has no
 * coordinator; kafkajs does not.
 */
export async function committedOffsets(
  admin: Pick<Admin, 'fetchOffsets'>,
  request: Parameters<Admin['fetchOffsets']>[0],
): ReturnType<Admin['fetchOffsets']> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      return await admin.fetchOffsets(request);
    } catch (error) {
      const isPassing = passing.has((error as { type?: string }).type ?? '');
      if (!isPassing || Date.now() > giveUpAt) throw error;
      await sleep(backoffMs(attempt));
    }
  }
}
