import { AppError } from '@closingwire/chassis/app-error';
import type { Stripe } from 'stripe';
import type { Account, PaymentReading } from '../accounts/rules.ts';
import { clearEnd, countZips, findAccount, lockAccount } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { askStripe, isCardDeclined, isOtherRequest } from '../stripe/access.ts';
import { applyPayment, readPayment, recordDecline, refreshPayment } from '../stripe/apply-payment.ts';
import {
  changedLine,
  chargedAtOnce,
  inSeconds,
  isLive,
  lineOf,
  monthlyPrice,
} from '../stripe/billed-line.ts';
import { customerOf } from '../stripe/customer.ts';
import type { Order } from './rules.ts';
import { completeOrder, dropOrder, startAlone } from './steps.ts';
import { reservedQuantity, storeQuantity } from './store.ts';

/** How many ZIPs the provider shall charge for with this order: what there is, what is under way, and its own. */
export function reserveQuantity({ pg }: Billing, order: Order): Promise<number> {
  return pg.transaction(async tx => {
    await lockAccount(tx, order.accountId);
    const { billable } = await countZips(tx, order.accountId);
    const underWay = await reservedQuantity(tx, order);
    return storeQuantity(tx, order.id, billable + underWay + order.zipCodes.length);
  });
}

/**
 * The order's id is the provider's idempotency key: however often this runs, it charges once. An order that
 * started the subscription and died goes on as a raise to the same quantity, which is another call.
 */
const onceFor = (order: Order, call: 'raise' | 'subscribe') => ({
  idempotencyKey: `order:${order.id}:${call}`,
});

/** A refused card ends the order. */
async function charged(billing: Billing, order: Order, charge: () => Promise<unknown>): Promise<void> {
  try {
    await charge();
  } catch (error) {
    if (isCardDeclined(error)) await dropOrder(billing, order);
    throw error;
  }
}

/**
 * Raises the live subscription and charges the rest of the period at once; a refused card changes nothing. False
 * when there is no live subscription any more.
 */
export async function chargeRaise(
  billing: Billing,
  account: Account,
  order: Order,
  stripeSubscriptionId: string,
): Promise<boolean> {
  const subscription = await askStripe(billing.stripe, client =>
    client.subscriptions.retrieve(stripeSubscriptionId),
  );
  if (!isLive(subscription)) {
    await refreshPayment(billing, account, await customerOf(billing, account));
    return false;
  }
  const quantity = await reserveQuantity(billing, order);
  await charged(billing, order, () => raise(billing, subscription, order, quantity));
  await continueSubscription(billing.stripe, subscription);
  await billing.pg.transaction(async tx => {
    await clearEnd(tx, account.id);
    await completeOrder(tx, billing, account, order.id, 'paid');
  });
  return true;
}

/** Whoever orders more goes on with the rest too, as the quote stated: an end that was set for later is undone. */
async function continueSubscription(
  access: Billing['stripe'],
  { id, cancel_at, cancel_at_period_end }: Stripe.Subscription,
): Promise<void> {
  if (!cancel_at_period_end && cancel_at === null) return;
  // The provider takes only the one by which the end was set.
  const change = cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const };
  await askStripe(access, client => client.subscriptions.update(id, change));
}

async function raise(
  { stripe, terms }: Billing,
  subscription: Stripe.Subscription,
  order: Order,
  quantity: number,
): Promise<void> {
  const line = lineOf(subscription);
  if (!line || line.quantity >= quantity) return;
  const item = await askStripe(stripe, client => changedLine(client, line, quantity, terms));
  const change: Stripe.SubscriptionUpdateParams = {
    items: [item],
    ...chargedAtOnce(line, order.createdAt),
    payment_behavior: 'error_if_incomplete',
  };
  await askStripe(stripe, client =>
    client.subscriptions.update(subscription.id, change, onceFor(order, 'raise')),
  ).catch(async error => {
    // A period ended between two tries, so the second has another amount: the first decides.
    if (!isOtherRequest(error)) throw error;
    throw new AppError('conflict', 'order_outdated', 'This order is too old; please order again');
  });
}

/**
 * Starts the account's subscription on the card on file, for its trial's ZIPs and the order's. False when the
 * account was found to have one, or no card: then another charge is due.
 */
export async function chargeSubscribe(
  billing: Billing,
  account: Account,
  order: Order,
  trialEnd: Date | null,
): Promise<boolean> {
  const customer = await customerOf(billing, account);
  await startAlone(billing, order);
  const reading = await refreshPayment(billing, account, customer);
  const now = await findAccount(billing.pg, account.id);
  if (now?.stripeSubscriptionId !== null || !now.hasActivePayment) return false;
  const quantity = await reserveQuantity(billing, order);
  if (quantity === 0) {
    await dropOrder(billing, order);
    return true;
  }
  try {
    await charged(billing, order, () => start(billing, { order, customer, quantity, trialEnd, reading }));
  } catch (error) {
    // Who orders new ZIPs sees the refusal; the trial's ZIPs are then tried without them (`dropOrder`), and decide.
    const decidesOnCard = isCardDeclined(error) && order.purpose !== 'zips';
    if (decidesOnCard) await recordDecline(billing, account.id, reading.methodId);
    throw error;
  }
  const readAt = new Date();
  const after = await readPayment(billing.stripe, customer);
  await billing.pg.transaction(async tx => {
    await applyPayment(tx, billing, account.id, after, readAt);
    await completeOrder(tx, billing, account, order.id, 'paid');
  });
  return true;
}

type Start = {
  order: Order;
  customer: string;
  quantity: number;
  trialEnd: Date | null;
  reading: PaymentReading;
};

function start({ stripe, terms }: Billing, { order, customer, quantity, trialEnd, reading }: Start) {
  return askStripe(stripe, async client => {
    await prepare(client, customer, reading);
    await client.subscriptions.create(
      {
        customer,
        items: [{ price_data: await monthlyPrice(client, terms), quantity }],
        payment_behavior: 'error_if_incomplete',
        off_session: true,
        metadata: { accountId: order.accountId, orderId: order.id },
        ...(trialEnd && { trial_end: inSeconds(trialEnd) }),
      },
      onceFor(order, 'subscribe'),
    );
  });
}

/** The card that was found becomes the customer's default, and a subscription given up before ends. */
async function prepare(
  client: Stripe,
  customer: string,
  { methodId, isDefault, subscriptions }: PaymentReading,
): Promise<void> {
  if (methodId !== null && !isDefault) {
    await client.customers.update(customer, { invoice_settings: { default_payment_method: methodId } });
  }
  for (const { id, status } of subscriptions) {
    if (status === 'unpaid') await client.subscriptions.cancel(id);
  }
}
