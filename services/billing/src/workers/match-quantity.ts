import { addJob, type Task } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { Billing } from '../billing.ts';
import { findAccount } from '../db/accounts.ts';
import { pendingOrders } from '../db/orders.ts';
import { countZips } from '../db/subscriptions.ts';
import { askStripe } from '../payments/ask-stripe.ts';

export const matchQuantity = 'match-quantity';
const payload = z.object({ accountId: z.string() });

/** Lets the provider charge for as many ZIPs as the account has, once what changes them is committed. */
export function addMatchQuantity(tx: Tx, accountId: string): Promise<void> {
  return addJob(tx, matchQuantity, { accountId }, { key: `${matchQuantity}:${accountId}`, queue: accountId });
}

/**
 * Compares and corrects, so running it again does nothing. An order under way has a quantity of its own in
 * mind and calls for this when it ends.
 */
export function matchQuantityTask(billing: Billing): Task {
  return async job => {
    const { accountId } = payload.parse(job);
    const account = await findAccount(billing.pg, accountId);
    const id = account?.stripeSubscriptionId;
    if (!account || !id || (await pendingOrders(billing.pg, accountId)).length > 0) return;
    const { billable } = await countZips(billing.pg, accountId);
    await askStripe(billing.stripe, client => match(client, id, billable, account.version));
  };
}

async function match(client: Stripe, id: string, wanted: number, version: number): Promise<void> {
  const subscription = await client.subscriptions.retrieve(id);
  const item = subscription.items.data[0];
  if (subscription.status === 'canceled' || !item || item.quantity === wanted) return;
  if (wanted === 0) {
    await client.subscriptions.cancel(id);
    return;
  }
  await client.subscriptions.update(
    id,
    { items: [{ id: item.id, quantity: wanted }], proration_behavior: 'create_prorations' },
    { idempotencyKey: `match:${id}:${version}:${item.quantity}:${wanted}` },
  );
}
