import type { Tx } from '@closingwire/chassis/pg';
import { announceAccount } from '../accounts/announce.ts';
import type { Billing } from '../billing.ts';
import { lockAccount } from '../db/accounts.ts';
import { endOrder, lockOrder } from '../db/orders.ts';
import type { Account } from '../domain/account.ts';
import { addCloseAccount, addMatchSubscription } from '../jobs.ts';
import { addSubscriptions } from '../subscriptions/add-subscriptions.ts';

/** Gives the order's ZIPs, once: an order that has ended gives nothing again, and nothing is given to the deleted. */
export async function completeOrder(
  tx: Tx,
  billing: Billing,
  { id: accountId }: Pick<Account, 'id'>,
  orderId: string,
  kind: 'trial' | 'paid',
): Promise<void> {
  const account = await lockAccount(tx, accountId);
  const order = await lockOrder(tx, orderId);
  if (!account || !order || order.state === 'done' || order.state === 'dropped') return;
  if (account.status === 'deleted') {
    await endOrder(tx, orderId, 'dropped');
    return addCloseAccount(tx, accountId);
  }
  const added = await addSubscriptions(tx, account, order.claims, kind, billing.clock());
  await endOrder(tx, orderId, 'done');
  if (added > 0) await announceAccount(tx, accountId, billing.terms.centsPerZip, ['standing-changed']);
  await addMatchSubscription(tx, accountId);
}
