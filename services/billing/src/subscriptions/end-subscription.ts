import type { Tx } from '@closingwire/chassis/pg';
import { announceAccount } from '../accounts/announce.ts';
import type { Billing } from '../billing.ts';
import { cancel, type Subscription } from '../db/subscriptions.ts';
import { addMatchSubscription } from '../jobs.ts';
import { announceCancelled } from './announce.ts';

/** Takes ZIPs from an account, and lets the provider charge for the fewer that are left. Again it does nothing. */
export async function endSubscriptions(
  tx: Tx,
  { terms, clock }: Pick<Billing, 'terms' | 'clock'>,
  accountId: string,
  subscriptions: readonly Subscription[],
): Promise<void> {
  let ended = 0;
  for (const { id } of subscriptions) {
    const cancelled = await cancel(tx, id, clock());
    if (!cancelled) continue;
    ended += 1;
    await announceCancelled(tx, cancelled);
  }
  if (ended === 0) return;
  await announceAccount(tx, accountId, terms.centsPerZip, ['standing-changed']);
  await addMatchSubscription(tx, accountId);
}
