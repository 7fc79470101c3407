import { AppError } from '@closingwire/chassis/app-error';
import type { Stripe } from 'stripe';
import type { Account } from '../accounts/rules.ts';
import { findAccount, lockAccount } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { settleCheckoutJob, settleOrderJob } from '../jobs.ts';
import { askStripe, isCardDeclined } from '../stripe/access.ts';
import { applyPayment, idOf, readPayment, refreshPayment } from '../stripe/apply-payment.ts';
import { customerOf, useCard } from '../stripe/customer.ts';
import { type Charge, inSeconds, monthlyPrice } from '../stripe/prices.ts';
import { activeOf } from '../subscriptions/store.ts';
import { reserveQuantity } from './charge-card.ts';
import { checkoutSeconds, holdSeconds, type Order } from './rules.ts';
import { settleOrder } from './settle-order.ts';
import { completeOrder, dropOrder, startAlone } from './steps.ts';
import {
  findOrder,
  keepCheckout,
  keepClaims,
  orderOfCheckout,
  overdueCheckouts,
  reopenOrder,
} from './store.ts';

const waysBack = {
  zips: { success: '/dashboard?session_id={CHECKOUT_SESSION_ID}&bulk=true', cancel: '/zips' },
  conversion: { success: '/dashboard?session_id={CHECKOUT_SESSION_ID}&converted=true', cancel: '/dashboard' },
};

type Checkout = Charge & { kind: 'checkout' };

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** What the page takes and starts: the subscription, or, where that could not wait for the trial's end, a card. */
async function contentOf(
  client: Stripe,
  { terms }: Billing,
  { mode, trialEnd }: Checkout,
  { quantity, metadata }: { quantity: number; metadata: Record<string, string> },
): Promise<Stripe.Checkout.SessionCreateParams> {
  if (mode === 'setup' && trialEnd !== null) {
    const monthly = dollars(quantity * terms.centsPerZip);
    const message = `Nothing is charged today. From ${day.format(trialEnd)} on, ${monthly} a month for your ZIP codes.`;
    return {
      mode,
      currency: terms.currency,
      setup_intent_data: { metadata },
      custom_text: { submit: { message } },
    };
  }
  return {
    mode: 'subscription',
    line_items: [{ price_data: await monthlyPrice(client, terms), quantity }],
    subscription_data: { metadata, ...(trialEnd && { trial_end: inSeconds(trialEnd) }) },
  };
}

/**
 * A page of the provider where the person enters a card and pays for the order and the trial's ZIPs. False when a
 * card came on file meanwhile.
 */
export async function openCheckout(
  billing: Billing,
  account: Account,
  order: Order,
  checkout: Checkout,
): Promise<boolean> {
  await startAlone(billing, order);
  if ((await findAccount(billing.pg, account.id))?.hasActivePayment) return false;
  const customer = await customerOf(billing, account);
  const quantity = await reserveQuantity(billing, order);
  const expiresAt = inSeconds(order.createdAt) + checkoutSeconds;
  const { success, cancel } = waysBack[order.purpose === 'zips' ? 'zips' : 'conversion'];
  const metadata = { accountId: account.id, orderId: order.id };
  const session = await askStripe(billing.stripe, async client =>
    client.checkout.sessions.create(
      {
        ...(await contentOf(client, billing, checkout, { quantity, metadata })),
        customer,
        client_reference_id: account.id,
        success_url: `${billing.publicUrl}${success}`,
        cancel_url: `${billing.publicUrl}${cancel}`,
        expires_at: expiresAt,
        metadata,
      },
      { idempotencyKey: `order:${order.id}:checkout` },
    ),
  );
  await keepCheckout(billing.pg, order.id, {
    mode: checkout.mode,
    sessionId: session.id,
    url: session.url ?? billing.publicUrl,
    expiresAt: new Date(expiresAt * 1000),
  });
  return true;
}

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
    await settleOrderJob.enqueue(tx, { orderId: order.id });
  });
  await settleOrder(billing, order.id, false).catch(error => {
    if (!isCardDeclined(error)) throw error;
  });
}

/** Looks at checkouts whose time is over, in case the provider's word of them was lost. */
export async function sweepCheckouts({ pg, clock }: Billing): Promise<void> {
  for (const sessionId of await overdueCheckouts(pg, clock())) {
    await pg.transaction(tx => settleCheckoutJob.enqueue(tx, { sessionId }));
  }
}

export type PaymentVerdict = { success: boolean; converted: boolean; subscriptionCount: number };

/** What became of the account's own checkout; the person need not wait for the webhook. */
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
