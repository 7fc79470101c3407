import type { Tx } from '@closingwire/chassis/pg';
import { readyListsOf } from '../db/lead-lists.ts';
import { claimMail } from '../db/mails.ts';
import { listReady } from '../mails/list-ready.ts';

/** One mail for each subscription in scope whose first list has come. */
export async function claimReadyLists(tx: Tx, scope: { zipCode?: string; userId?: string }): Promise<void> {
  // List, subscription and person arrive side by side. One at a time here, or two of them would each miss the
  // other's row, not committed yet, and nobody would write the mail.
  await tx.query('select pg_advisory_xact_lock(7224206, 1)');
  for (const { subscriptionId, userId, email, ...data } of await readyListsOf(tx, scope))
    await claimMail(tx, listReady, { to: email, key: subscriptionId, userId, data });
}
