import type { Tx } from '@closingwire/chassis/pg';
import { readyListsOf } from '../db/lead-lists.ts';
import { claimMail } from '../db/mails.ts';
import { listReady } from '../mails/list-ready.ts';

/** One mail for each subscription in scope whose first list has come. */
export async function claimReadyLists(tx: Tx, scope: { zipCode?: string; userId?: string }): Promise<void> {
  for (const { subscriptionId, userId, email, ...data } of await readyListsOf(tx, scope))
    await claimMail(tx, listReady, { to: email, key: subscriptionId, userId, data });
}
