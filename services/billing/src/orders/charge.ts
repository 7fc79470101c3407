import type { Stripe } from 'stripe';
import type { PaymentReading, ProviderSubscription } from '../accounts/payment-standing.ts';
import type { Account, Mode } from '../accounts/rules.ts';
import type { Billing } from '../billing.ts';
import { askStripe, ignoreUnknown, isGone } from '../stripe/access.ts';
import { changedLine, chargedAtOnce, inSeconds, monthlyPrice } from '../stripe/billed-line.ts';
import { customerOf, hashOf } from '../stripe/customer.ts';
import type { Correction } from './rules.ts';

/* Calls that change something at the provider. Each gets the reading of its pass. */

export type Charging = {
  account: Account;
  mode: Mode;
  reading: PaymentReading;
};

/**
 * Returns the idempotency key of a call. It depends on the call and the reading, so a call whose reply was lost is not
 * made twice.
 */
export function keyOf(
  { account, reading }: Charging,
  call: string,
  facts: unknown,
): { idempotencyKey: string } {
  const before = reading.subscriptions.map(({ id, status, line }) => [id, status, line?.quantity]);
  const hash = hashOf([account.chargeRound, reading.methodId, before, facts]);
  return { idempotencyKey: `${call}:${account.id}:${hash}` };
}

type Raise = { subscription: ProviderSubscription; quantity: number; orderId: string; orderedAt: Date };

/**
 * Raises the quantity of the live subscription and charges the rest of the period at once. A declined card changes
 * nothing. Clears a scheduled end, as the quote stated: an order continues all ZIPs.
 */
export async function raise(billing: Billing, charging: Charging, raised: Raise): Promise<void> {
  const { stripe, terms } = billing;
  const { subscription, quantity, orderId, orderedAt } = raised;
  const { id, line, endsAt, endsWithPeriod } = subscription;
  await askStripe(stripe, charging.mode, async client => {
    if (line && line.quantity < quantity) {
      const change: Stripe.SubscriptionUpdateParams = {
        items: [await changedLine(client, line, quantity, terms)],
        ...chargedAtOnce(line, orderedAt),
        payment_behavior: 'error_if_incomplete',
      };
      await client.subscriptions.update(id, change, keyOf(charging, 'raise', { orderId, change }));
    }
    if (endsAt === null) return;
    // The provider accepts only the parameter with which the end was set.
    await client.subscriptions.update(
      id,
      endsWithPeriod ? { cancel_at_period_end: false } : { cancel_at: '' as const },
    );
  });
}

type Start = { quantity: number; trialEnd: Date | null; orderId: string | null };

/** Starts a subscription on the card on file. Cancels one whose charge the provider has given up. */
export async function start(billing: Billing, charging: Charging, started: Start): Promise<void> {
  const { stripe, terms } = billing;
  const { account, mode, reading } = charging;
  const { quantity, trialEnd, orderId } = started;
  const customer = await customerOf(billing, account, mode);
  await askStripe(stripe, mode, async client => {
    const { methodId, isDefault, subscriptions } = reading;
    if (methodId !== null && !isDefault) {
      await client.customers.update(customer, { invoice_settings: { default_payment_method: methodId } });
    }
    for (const { id, status } of subscriptions) {
      if (status === 'unpaid') await cancelKnown(client, id);
    }
    const subscription: Stripe.SubscriptionCreateParams = {
      customer,
      items: [{ price_data: await monthlyPrice(client, terms), quantity }],
      payment_behavior: 'error_if_incomplete',
      off_session: true,
      metadata: { accountId: account.id, ...(orderId && { orderId }) },
      ...(trialEnd && { trial_end: inSeconds(trialEnd) }),
    };
    await client.subscriptions.create(subscription, keyOf(charging, 'start', subscription));
  });
}

type Change = { subscription: ProviderSubscription; correction: Exclude<Correction, { kind: 'none' }> };

/** Corrects the subscription to the account's ZIPs and price, or cancels it. */
export async function correct(
  { stripe, terms }: Billing,
  { mode }: Charging,
  { subscription, correction }: Change,
): Promise<void> {
  const { id, line } = subscription;
  await askStripe(stripe, mode, async client => {
    if (correction.kind === 'cancel' || !line) return void (await cancelKnown(client, id));
    const { trialEnd: moved } = correction;
    await client.subscriptions.update(id, {
      items: [await changedLine(client, line, correction.quantity, terms)],
      // A changed price counts from the next period.
      proration_behavior: correction.isResized ? 'create_prorations' : 'none',
      ...(moved !== null && { trial_end: moved === 'now' ? moved : inSeconds(moved) }),
    });
  });
}

/** Ends a subscription that pays for nothing and credits the unused amount to the customer. */
export async function endCredited({ stripe }: Billing, mode: Mode, id: string): Promise<void> {
  await askStripe(stripe, mode, async client => {
    const { status } = await client.subscriptions.retrieve(id);
    // A past-due subscription has nothing to credit.
    const credit = status === 'active' && { prorate: true, invoice_now: true };
    if (status !== 'canceled') await client.subscriptions.cancel(id, { ...credit });
  }).catch(ignoreUnknown);
}

/** Cancels a subscription. The user may have canceled it in the portal in the same moment. */
async function cancelKnown(client: Stripe, id: string): Promise<void> {
  await client.subscriptions.cancel(id).catch(error => {
    if (!isGone(error)) throw error;
  });
}
