import { defineJob } from '@closingwire/chassis/jobs';
import type { Pg } from '@closingwire/chassis/pg';
import { repeatWithdrawals as declared, type Withdrawals } from '@closingwire/contracts/withdrawals';
import { declineNotices } from '../users/events.ts';
import { lockUser } from '../users/store.ts';
import { forgetUser } from './forget.ts';

/** `closingwire restore` enqueues it in the restored database. */
export const repeatWithdrawalsJob = defineJob(declared.users.name, declared.users.payload);

/** Repeats the deletions and unsubscribes that are newer than the restored backup. A repeated run changes nothing. */
export async function repeatWithdrawals(
  pg: Pg,
  { deletedUsers, declines }: Pick<Withdrawals, 'deletedUsers' | 'declines'>,
): Promise<void> {
  for (const { id, deletedAt } of deletedUsers) {
    await pg.transaction(async tx => {
      if (await lockUser(tx, id)) await forgetUser(tx, id, new Date(deletedAt));
    });
  }
  for (const id of declines) await pg.transaction(tx => declineNotices(tx, id));
}
