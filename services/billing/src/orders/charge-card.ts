import type { Billing } from '../billing.ts';
import { lockAccount } from '../db/accounts.ts';
import { keepQuantity, reservedQuantity } from '../db/orders.ts';
import { countZips } from '../db/subscriptions.ts';
import type { Account } from '../domain/account.ts';
import type { Order } from '../domain/order.ts';
import { applyPayment } from '../payments/apply-payment.ts';
import { askStripe, isCardDeclined } from '../payments/ask-stripe.ts';
import { customerOf } from '../payments/customer.ts';
import { readPayment } from '../payments/read-payment.ts';
import { monthlyPrice } from '../payments/zip-product.ts';
import { completeOrder } from './complete-order.ts';
import { dropOrder } from './drop-order.ts';

/** How many ZIPs the provider shall charge for with this order: what there is, what is under way, and its own. */
export function reserveQuantity({ pg }: Billing, order: Order): Promise<number> {
  return pg.transaction(async tx => {
    await lockAccount(tx, order.accountId);
    const { billable } = await countZips(tx, order.accountId);
    const underWay = await reservedQuantity(tx, order);
    return keepQuantity(tx, order.id, billable + underWay + order.zipCodes.length);
  });
}

/**
 * The order's id is the provider's idempotency key: however often this runs, it charges once. An order that
 * started the subscription and died goes on as a raise to the same quantity, which is another call.
 */
const onceFor = (order: Order, call: 'raise' | 'subscribe') => ({
  idempotencyKey: `order:${order.id}:${call}`,
});

async function charged(billing: Billing, order: Order, charge: () => Promise<unknown>): Promise<void> {
  try {
    await charge();
  } catch (error) {
    if (isCardDeclined(error)) await dropOrder(billing, order);
    throw error;
  }
}

/** Raises the live subscription and charges the rest of the period at once; a refused card changes nothing. */
export async function chargeRaise(
  billing: Billing,
  account: Account,
  order: Order,
  stripeSubscriptionId: string,
): Promise<void> {
  const quantity = await reserveQuantity(billing, order);
  await charged(billing, order, () =>
    askStripe(billing.stripe, async client => {
      const { items } = await client.subscriptions.retrieve(stripeSubscriptionId);
      await client.subscriptions.update(
        stripeSubscriptionId,
        {
          items: items.data.slice(0, 1).map(({ id }) => ({ id, quantity })),
          proration_behavior: 'always_invoice',
          payment_behavior: 'error_if_incomplete',
        },
        onceFor(order, 'raise'),
      );
    }),
  );
  await billing.pg.transaction(tx => completeOrder(tx, billing, account, order.id, 'paid'));
}

/** Starts the account's subscription on the card on file, for its trial's ZIPs and the order's. */
export async function chargeSubscribe(
  billing: Billing,
  account: Account,
  order: Order,
  trialEnd: Date | null,
): Promise<void> {
  const customer = await customerOf(billing, account);
  const quantity = await reserveQuantity(billing, order);
  await charged(billing, order, () =>
    askStripe(billing.stripe, async client =>
      client.subscriptions.create(
        {
          customer,
          items: [{ price_data: await monthlyPrice(client, billing.terms), quantity }],
          payment_behavior: 'error_if_incomplete',
          off_session: true,
          metadata: { accountId: account.id, orderId: order.id },
          ...(trialEnd && { trial_end: Math.floor(trialEnd.getTime() / 1000) }),
        },
        onceFor(order, 'subscribe'),
      ),
    ),
  );
  const readAt = new Date();
  const reading = await readPayment(billing.stripe, customer);
  await billing.pg.transaction(async tx => {
    await applyPayment(tx, billing, account.id, reading, readAt);
    await completeOrder(tx, billing, account, order.id, 'paid');
  });
}
