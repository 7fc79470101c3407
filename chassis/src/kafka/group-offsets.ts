import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../process/retry.ts';
import type { Admin } from './topics.ts';

const PATIENCE_MS = 10_000;

/** How a broker refuses a question about a group while it loads its groups, or while it moves the group to another broker. */
const passing = new Set([
  'GROUP_LOAD_IN_PROGRESS',
  'NOT_COORDINATOR_FOR_GROUP',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
]);

/**
 * The offsets that a consumer group has committed, by topic and partition; -1 where it has committed none. kafkajs asks
 * once; this repeats the question for ten seconds while the broker has no coordinator for the group.
 */
export async function committedOffsets(
  admin: Pick<Admin, 'fetchOffsets'>,
  question: Parameters<Admin['fetchOffsets']>[0],
): ReturnType<Admin['fetchOffsets']> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      return await admin.fetchOffsets(question);
    } catch (error) {
      const isPassing = passing.has((error as { type?: string }).type ?? '');
      if (!isPassing || Date.now() > giveUpAt) throw error;
      await sleep(backoffMs(attempt));
    }
  }
}
