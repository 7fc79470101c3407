import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import { userDeleted } from '@closingwire/contracts/events/user-events';
import { endSessionsOf } from './end-sessions.ts';

/** Removes a person with everything of hers here, and tells every other service to do the same. */
export async function forgetUser(tx: Tx, id: string, now: Date): Promise<void> {
  await endSessionsOf(tx, id, now);
  const row = await tx.maybe<{ version: number }>('delete from users where id = $1 returning version', [id]);
  await tx.query('delete from account_copies where user_id = $1', [id]);
  // Version 0 is a person whom no event ever told of.
  if (!row || row.version === 0) return;
  await publish(tx, userDeleted, { id, version: row.version + 1, deletedAt: now.toISOString() });
}
