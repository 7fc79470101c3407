import { AppError } from '@closingwire/chassis/app-error';
import type { ClaimedZip } from '@closingwire/contracts/catalog';
import { Stripe } from 'stripe';
import { lockInPass } from '../accounts/lock.ts';
import { liveSubscriptions, type PaymentReading } from '../accounts/payment-standing.ts';
import { type Account, billableZipCodes, type Mode } from '../accounts/rules.ts';
import type { Billing } from '../billing.ts';
import { monthlyCents } from '../price.ts';
import { askStripe, ignoreUnknown } from '../stripe/access.ts';
import { inSeconds, monthlyPrice } from '../stripe/billed-line.ts';
import { customerOf, isCardUsed } from '../stripe/customer.ts';
import { idOf } from '../stripe/reading.ts';
import { endSubscriptions } from '../subscriptions/change.ts';
import { activeOf } from '../subscriptions/store.ts';
import { type Charging, endCredited, keyOf } from './charge.ts';
import { completeOrder, dropIn, dropOrder, refusals, releaseHolds } from './end-order.ts';
import { type Charge, checkoutSeconds, holdSeconds, type Order } from './rules.ts';
import { reopenOrder, storeCheckout, storeClaims } from './store.ts';

const returnUrls = {
  zips: { success: '/dashboard?session_id={CHECKOUT_SESSION_ID}&bulk=true', cancel: '/zips' },
  conversion: { success: '/dashboard?session_id={CHECKOUT_SESSION_ID}&converted=true', cancel: '/dashboard' },
};

type CheckoutCharge = Charge & { kind: 'checkout' };

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

type Content = { quantity: number; metadata: Record<string, string> };

/**
 * Returns the content of a checkout page. The page starts the subscription. If the provider cannot delay the first
 * charge to the trial's end, the page takes only a card.
 */
async function contentOf(
  client: Stripe,
  { terms }: Billing,
  { mode, trialEnd }: CheckoutCharge,
  { quantity, metadata }: Content,
): Promise<Stripe.Checkout.SessionCreateParams> {
  if (mode === 'setup' && trialEnd !== null) {
    const monthly = dollars(monthlyCents({ ...terms, zipCount: quantity }));
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

type Opening = { order: Order; charge: CheckoutCharge; quantity: number };

/** Opens a checkout page of the provider, where the user enters a card and pays for the order and the trial's ZIPs. */
export async function openCheckout(
  billing: Billing,
  charging: Charging,
  { order, charge, quantity }: Opening,
): Promise<void> {
  const { account, mode, reading } = charging;
  const customer = await customerOf(billing, account, mode, { isKnown: reading.customer !== null });
  const expiresAt = inSeconds(order.createdAt) + checkoutSeconds;
  const { success, cancel } = returnUrls[order.purpose];
  const metadata = { accountId: account.id, orderId: order.id };
  const session = await askStripe(billing.stripe, mode, async client => {
    const wanted: Stripe.Checkout.SessionCreateParams = {
      ...(await contentOf(client, billing, charge, { quantity, metadata })),
      customer,
      client_reference_id: account.id,
      success_url: `${billing.publicUrl}${success}`,
      cancel_url: `${billing.publicUrl}${cancel}`,
      expires_at: expiresAt,
      metadata,
    };
    return client.checkout.sessions.create(wanted, keyOf(charging, 'checkout', wanted));
  });
  const isStored = await billing.pg.transaction(async tx => {
    const now = await lockInPass(tx, account.id);
    if (now?.status !== 'active' || now.paymentMode !== mode) return false;
    return storeCheckout(tx, order.id, {
      mode: charge.mode,
      sessionId: session.id,
      url: session.url ?? billing.publicUrl,
      expiresAt: new Date(expiresAt * 1000),
    });
  });
  if (!isStored) await expire(billing, mode, session.id);
}

/** Expires a checkout page, so that it cannot be paid. Returns false if it has been paid. */
async function expire({ stripe }: Billing, mode: Mode, sessionId: string): Promise<boolean> {
  const session = await askStripe(stripe, mode, async client => {
    try {
      return await client.checkout.sessions.expire(sessionId);
    } catch (error) {
      // The provider expires only open pages. For others, their status decides.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      return client.checkout.sessions.retrieve(sessionId);
    }
  }).catch(ignoreUnknown);
  return session?.status !== 'complete';
}

/** Closes the checkout page of an order and drops the order. Returns false if the page has been paid. */
export async function closeCheckout(billing: Billing, mode: Mode, order: Order): Promise<boolean> {
  const isClosed = order.checkoutSessionId === null || (await expire(billing, mode, order.checkoutSessionId));
  if (isClosed) await dropOrder(billing, order, refusals.checkoutReplaced);
  return isClosed;
}

/** Closes a checkout page of the old payment mode. If it has been paid, it ends the subscription with a credit. */
export async function closePage(
  billing: Billing,
  { mode, sessionId }: { mode: Mode; sessionId: string },
): Promise<void> {
  if (!billing.stripe.hasKeys(mode) || (await expire(billing, mode, sessionId))) return;
  const session = await askStripe(billing.stripe, mode, client =>
    client.checkout.sessions.retrieve(sessionId),
  );
  const subscription = idOf(session.subscription);
  if (subscription !== null) await endCredited(billing, mode, subscription);
}

export type FoundCheckout = { order: Order; session: Stripe.Checkout.Session | undefined };

/** Reads the checkout pages of these orders. `session` is undefined if the provider does not know it. */
export function findCheckouts(
  { stripe }: Billing,
  mode: Mode,
  orders: readonly Order[],
): Promise<FoundCheckout[]> {
  return Promise.all(
    orders.map(async order => {
      const id = order.checkoutSessionId ?? '';
      const session = await askStripe(stripe, mode, client => client.checkout.sessions.retrieve(id)).catch(
        ignoreUnknown,
      );
      return { order, session };
    }),
  );
}

/**
 * Makes the card of a setup page the default and reopens the order, because the page charged nothing. Drops the order
 * if the user has removed the card since.
 */
export async function takeCard(
  billing: Billing,
  mode: Mode,
  { order, session }: { order: Order; session: Stripe.Checkout.Session },
): Promise<void> {
  const setupIntentId = idOf(session.setup_intent) ?? '';
  const customer = idOf(session.customer) ?? '';
  const intent = await askStripe(billing.stripe, mode, client =>
    client.setupIntents.retrieve(setupIntentId),
  ).catch(ignoreUnknown);
  const methodId = idOf(intent?.payment_method);
  if (methodId === null || !(await isCardUsed(billing, mode, { customer, methodId }))) {
    return dropOrder(billing, order, refusals.cardRemoved);
  }
  await billing.pg.transaction(async tx => {
    await lockInPass(tx, order.accountId);
    await reopenOrder(tx, order.id);
  });
}

const takenZipCodes = (error: AppError): unknown[] =>
  Array.isArray(error.detail.zipCodes) ? error.detail.zipCodes : [];

/**
 * Renews the holds of a paid order and returns its claims. After a late payment it drops ZIPs that another user has
 * taken meanwhile; the provider then charges for fewer.
 */
async function renewHolds(billing: Billing, order: Order, account: Account): Promise<ClaimedZip[]> {
  const zipCodes = order.claims.map(claim => claim.zipCode);
  if (zipCodes.length === 0) return [];
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
    return claims;
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'conflict')) throw error;
    const taken = takenZipCodes(error);
    const left = order.claims.filter(claim => !taken.includes(claim.zipCode));
    billing.log.warn(
      { orderId: order.id, taken },
      'payment too late for some ZIPs, dropping them from the order',
    );
    await storeClaims(billing.pg, order.id, left);
    if (left.length === order.claims.length) return left;
    return renewHolds(billing, { ...order, claims: left }, account);
  }
}

/**
 * Completes an order whose page was paid, if its subscription is live. If the subscription has ended, for example
 * because the user canceled at once, drops the order and ends the ZIPs that it would pay for.
 */
export async function settlePaid(
  billing: Billing,
  { order, session }: { order: Order; session: Stripe.Checkout.Session },
  { account, reading }: { account: Account; reading: PaymentReading },
): Promise<void> {
  const { kept, others } = liveSubscriptions(reading, account.stripeSubscriptionId);
  const paid = [kept, ...others].find(live => live?.id === idOf(session.subscription));
  const left = paid ? await renewHolds(billing, order, account) : [];
  const isLost = order.purpose === 'zips' && left.length === 0;
  const outcome = await billing.pg.transaction(async tx => {
    const now = await lockInPass(tx, account.id);
    if (!now || now.paymentMode !== account.paymentMode) return 'left';
    if (paid && !isLost) {
      await completeOrder(tx, billing, now, order.id, 'paid');
      return 'done';
    }
    await dropIn(tx, now, order.id, paid ? refusals.paidTooLate : refusals.subscriptionEnded);
    if (!kept) {
      const mine = await activeOf(tx, now.id, ['trial', 'paid']);
      await endSubscriptions(tx, billing, now, mine, 'payments-ended');
    }
    return billableZipCodes(now.zips).size === 0 ? 'pays for nothing' : 'dropped';
  });
  if (outcome !== 'done') await releaseHolds(billing, order.id);
  if (paid && outcome === 'pays for nothing')
    await endCredited(billing, account.paymentMode ?? 'test', paid.id);
}
