import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@closingwire/chassis/app-error';
import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import { publishAccount } from '../accounts/publish.ts';
import type { Account } from '../accounts/rules.ts';
import { countZips, lockAccount, takeStart } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { closeAccountJob, matchSubscriptionJob, settleOrderJob } from '../jobs.ts';
import { askStripe } from '../stripe/access.ts';
import { addSubscriptions } from '../subscriptions/change.ts';
import { isSameRequest, type Order } from './rules.ts';
import { endOrder, insertOrder, lockOrder, pendingOrders } from './store.ts';

export type OrderRequest = { accountId: string; purpose: Order['purpose']; zipCodes: string[] };

/**
 * Stores what is asked for, before anybody else is called. The same request again, while the first is under
 * way, is the same order. A job looks after the order, should this process die.
 */
export function placeOrder({ pg, clock }: Billing, request: OrderRequest): Promise<Order> {
  return pg.transaction(async tx => {
    const now = clock();
    if (!(await lockAccount(tx, request.accountId))) {
      throw new AppError('missing', 'account_unknown', 'This person has no account');
    }
    const pending = await pendingOrders(tx, request.accountId);
    const { billable } = await countZips(tx, request.accountId);
    const same = pending.find(order => isSameRequest(order, request, billable, now));
    if (same) return same;
    const order = await insertOrder(tx, { id: newId(), ...request }, now);
    await settleOrderJob.enqueue(tx, { orderId: order.id });
    return order;
  });
}

/** Lets an order come to nothing. Its holds end by themselves too, should the catalogue not receive it. */
export async function dropOrder(billing: Billing, order: Pick<Order, 'id' | 'accountId'>): Promise<void> {
  await billing.pg.transaction(async tx => {
    await endOrder(tx, order.id, 'dropped');
    await matchSubscriptionJob.enqueue(tx, { accountId: order.accountId });
  });
  await billing.catalog
    .releaseHolds({ intentId: order.id })
    .catch(error => billing.log.info({ err: error, orderId: order.id }, 'holds are left to expire'));
}

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
    return closeAccountJob.enqueue(tx, { accountId });
  }
  const added = await addSubscriptions(tx, account, order.claims, kind, billing.clock());
  await endOrder(tx, orderId, 'done');
  if (added > 0) await publishAccount(tx, accountId, billing.terms.centsPerZip, ['standing-changed']);
  await matchSubscriptionJob.enqueue(tx, { accountId });
}

/** Closes the checkouts of these orders, so that nobody pays there any more; one that was paid goes its way. */
export async function closeCheckouts(billing: Billing, orders: readonly Order[]): Promise<void> {
  for (const order of orders) {
    const sessionId = order.checkoutSessionId;
    if (sessionId === null) continue;
    const isClosed = await askStripe(billing.stripe, async client => {
      const { status } = await client.checkout.sessions.retrieve(sessionId);
      if (status === 'open') await client.checkout.sessions.expire(sessionId);
      return status !== 'complete';
    });
    if (isClosed) await dropOrder(billing, order);
  }
}

const tries = 25;
const pauseMs = 200;

/**
 * Makes this order the only one that may start the account's subscription: two of them, or one and an open
 * checkout, would make two subscriptions. Waits a moment for another that is just being charged.
 */
export async function startAlone(billing: Billing, order: Order): Promise<void> {
  const pending = await pendingOrders(billing.pg, order.accountId);
  await closeCheckouts(
    billing,
    pending.filter(({ id }) => id !== order.id),
  );
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (attempt > 0) await sleep(pauseMs);
    if (await billing.pg.transaction(tx => takeStart(tx, order))) return;
  }
  const text = 'Another order of yours is being charged; try again shortly';
  throw new AppError('unavailable', 'order_under_way', text);
}
