import { AppError } from '@closingwire/chassis/app-error';
import type { Stripe } from 'stripe';
import type { Account } from '../accounts/rules.ts';
import { findAccount, lockAccount } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { settleCheckoutJob, settleOrderJob } from '../jobs.ts';
import { askStripe, isCardDeclined } from '../stripe/access.ts';
import { applyPayment, idOf, readPayment, refreshPayment } from '../stripe/apply-payment.ts';
import { customerOf, useCard } from '../stripe/customer.ts';
import { activeOf } from '../subscriptions/store.ts';
import { holdSeconds, type Order } from './rules.ts';
import { settleOrder } from './settle-order.ts';
import { completeOrder, dropOrder } from './steps.ts';
import { findOrder, orderOfCheckout, overdueCheckouts, reopenOrder, storeClaims } from './store.ts';

const takenZips = (error: AppError): unknown[] =>
  Array.isArray(error.detail.zipCodes) ? error.detail.zipCodes : [];

/**
 * Renews the holds of a paid order. ZIPs that somebody got meanwhile, because the payment came late, fall out
 * of it; the provider then charges for fewer.
 */
async function renewHolds(billing: Billing, order: Order, account: Account): Promise<void> {
  const zipCodes = order.claims.map(claim => claim.zipCode);
  if (zipCodes.length === 0) return;
  const { id: userId, industry } = account;
  try {
    const { claims } = await billing.catalog.holdZips({
      intentId: order.id,
      userId,
      industry,
      zipCodes,
      holdSeconds,
    });
    await storeClaims(billing.pg, order.id, claims);
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'conflict')) throw error;
    const taken = takenZips(error);
    const left = order.claims.filter(claim => !taken.includes(claim.zipCode));
    billing.log.warn({ orderId: order.id, taken }, 'paid too late for some ZIPs');
    await storeClaims(billing.pg, order.id, left);
    if (left.length < order.claims.length) await renewHolds(billing, { ...order, claims: left }, account);
  }
}

/** Sees what became of a checkout and acts on it; an order that has ended stays as it is. */
export async function settleCheckout(billing: Billing, sessionId: string): Promise<Order | undefined> {
  const order = await orderOfCheckout(billing.pg, sessionId);
  if (order?.state !== 'checkout') return order;
  const account = await findAccount(billing.pg, order.accountId);
  const session = await askStripe(billing.stripe, client => client.checkout.sessions.retrieve(sessionId));
  if (session.status === 'expired') await dropOrder(billing, order);
  if (session.status === 'complete' && account) {
    const complete = session.mode === 'setup' ? completeSetup : completePaid;
    await complete(billing, order, account, session);
  }
  return findOrder(billing.pg, order.id);
}

async function completePaid(billing: Billing, order: Order, account: Account): Promise<void> {
  await renewHolds(billing, order, account);
  const readAt = new Date();
  const reading = await readPayment(billing.stripe, await customerOf(billing, account));
  await billing.pg.transaction(async tx => {
    await lockAccount(tx, account.id);
    await applyPayment(tx, billing, account.id, reading, readAt);
    await completeOrder(tx, billing, account, order.id, 'paid');
  });
}

/** The page took a card and charged nothing: the card becomes the one that is charged, and the order goes on. */
async function completeSetup(
  billing: Billing,
  order: Order,
  account: Account,
  { setup_intent: setup }: Stripe.Checkout.Session,
): Promise<void> {
  const setupIntentId = idOf(setup);
  if (setupIntentId === null) return;
  const customer = await customerOf(billing, account);
  const intent = await askStripe(billing.stripe, client => client.setupIntents.retrieve(setupIntentId));
  const methodId = idOf(intent.payment_method);
  if (methodId === null) return;
  await useCard(billing, account.id, { setupIntentId, customer, methodId });
  await refreshPayment(billing, account, customer);
  await billing.pg.transaction(async tx => {
    await reopenOrder(tx, order.id);
    await settleOrderJob.enqueue(tx, { orderId: order.id });
  });
  await settleOrder(billing, order.id, false).catch(error => {
    if (!isCardDeclined(error)) throw error;
  });
}

/** Looks at checkouts whose time is over, in case the provider's webhook was lost. */
export async function sweepCheckouts({ pg, clock }: Billing): Promise<void> {
  for (const sessionId of await overdueCheckouts(pg, clock())) {
    await pg.transaction(tx => settleCheckoutJob.enqueue(tx, { sessionId }));
  }
}

export type PaymentVerdict = { success: boolean; converted: boolean; subscriptionCount: number };

/** What became of the account's own checkout; the user need not wait for the webhook. */
export async function verifyPayment(
  billing: Billing,
  account: Account,
  sessionId: string,
): Promise<PaymentVerdict> {
  const known = await orderOfCheckout(billing.pg, sessionId);
  if (known?.accountId !== account.id) {
    throw new AppError('missing', 'checkout_unknown', 'This checkout does not exist');
  }
  const order = await settleCheckout(billing, sessionId);
  const paid = await activeOf(billing.pg, account.id, ['paid']);
  const success = order?.state === 'done';
  return {
    success,
    converted: success && known.purpose === 'conversion',
    subscriptionCount: paid.length,
  };
}
