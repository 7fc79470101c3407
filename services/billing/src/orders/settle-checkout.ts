import { AppError } from '@closingwire/chassis/app-error';
import type { Stripe } from 'stripe';
import type { Billing } from '../billing.ts';
import { findAccount, lockAccount } from '../db/accounts.ts';
import { findOrder, keepClaims, orderOfCheckout, reopenOrder } from '../db/orders.ts';
import type { Account } from '../domain/account.ts';
import { holdSeconds, type Order } from '../domain/order.ts';
import { addSettleOrder } from '../jobs.ts';
import { applyPayment, refreshPayment } from '../payments/apply-payment.ts';
import { askStripe, isCardDeclined } from '../payments/ask-stripe.ts';
import { customerOf } from '../payments/customer.ts';
import { idOf, readPayment } from '../payments/read-payment.ts';
import { useCard } from '../payments/use-card.ts';
import { completeOrder } from './complete-order.ts';
import { dropOrder } from './drop-order.ts';
import { settleOrder } from './settle-order.ts';

const takenZips = (error: AppError): unknown[] =>
  Array.isArray(error.detail.zipCodes) ? error.detail.zipCodes : [];

/**
 * Renews the holds of a paid order. ZIPs that somebody got meanwhile, because the payment came late, fall out
 * of it; the provider then charges for fewer.
 */
async function keepHolds(billing: Billing, order: Order, account: Account): Promise<void> {
  const zipCodes = order.claims.map(claim => claim.zipCode);
  if (zipCodes.length === 0) return;
  const { id: userId, industry } = account;
  try {
    const { claims } = await billing.catalog.claimZips({
      intentId: order.id,
      userId,
      industry,
      zipCodes,
      holdSeconds,
    });
    await keepClaims(billing.pg, order.id, claims);
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'conflict')) throw error;
    const taken = takenZips(error);
    const left = order.claims.filter(claim => !taken.includes(claim.zipCode));
    billing.log.warn({ orderId: order.id, taken }, 'paid too late for some ZIPs');
    await keepClaims(billing.pg, order.id, left);
    if (left.length < order.claims.length) await keepHolds(billing, { ...order, claims: left }, account);
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
  await keepHolds(billing, order, account);
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
    await addSettleOrder(tx, order.id);
  });
  await settleOrder(billing, order.id, false).catch(error => {
    if (!isCardDeclined(error)) throw error;
  });
}
