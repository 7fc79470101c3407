import type { Tx } from '@closingwire/chassis/pg';
import { announceAccount } from '../accounts/announce.ts';
import type { Billing } from '../billing.ts';
import { endOrder, lockOrder } from '../db/orders.ts';
import type { Account } from '../domain/account.ts';
import { addSubscriptions } from '../subscriptions/add-subscriptions.ts';
import { addMatchQuantity } from '../workers/match-quantity.ts';

/** Gives the order's ZIPs, once: an order that has ended gives nothing again. */
export async function completeOrder(
  tx: Tx,
  billing: Billing,
  account: Pick<Account, 'id' | 'industry'>,
  orderId: string,
  kind: 'trial' | 'paid',
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (!order || order.state === 'done' || order.state === 'dropped') return;
  const added = await addSubscriptions(tx, account, order.claims, kind, billing.clock());
  await endOrder(tx, orderId, 'done');
  if (added > 0) await announceAccount(tx, account.id, billing.terms.centsPerZip, ['standing-changed']);
  await addMatchQuantity(tx, account.id);
}
