import { Stripe } from 'stripe';
import { type Account, addDays, type Terms, trialState } from '../accounts/rules.ts';
import { monthlyCents, recurringPrice } from '../price.ts';

/**
 * How ZIPs come to be paid:
 * - `trial`: not at all while the trial runs
 * - `raise`: the live subscription at the provider grows
 * - `subscribe`: a subscription starts there on the card on file
 * - `checkout`: the user enters a card on the provider's page
 *
 * `trialEnd` is when the first charge falls due, null for at once.
 */
export type Charge =
  | { kind: 'trial' }
  | { kind: 'raise'; stripeSubscriptionId: string }
  | { kind: 'subscribe'; trialEnd: Date | null }
  | { kind: 'checkout'; trialEnd: Date | null; mode: CheckoutMode };

/** A checkout takes a card and starts the subscription, or (`setup`) takes the card alone. */
export type CheckoutMode = 'subscription' | 'setup';

type Paying = Pick<Account, 'hasActivePayment' | 'stripeSubscriptionId' | 'trialExpiresAt'>;

/** The way in which an order of new ZIPs is charged. */
export function decideCharge(account: Paying, now: Date): Charge {
  if (account.stripeSubscriptionId !== null && account.hasActivePayment) {
    return { kind: 'raise', stripeSubscriptionId: account.stripeSubscriptionId };
  }
  const runs = trialState(account, now).kind === 'running';
  if (account.hasActivePayment) return { kind: 'subscribe', trialEnd: runs ? account.trialExpiresAt : null };
  return runs ? { kind: 'trial' } : { kind: 'checkout', trialEnd: null, mode: 'subscription' };
}

/** The provider takes a later first charge in a checkout only from two days on. */
const leastTrialDays = 2;

/**
 * How the trial's ZIPs come to be paid; what is left of the trial stays free. Where the provider's checkout
 * cannot promise that, it takes the card alone, and the subscription is started on it.
 */
export function decideConversion(account: Paying, now: Date): Charge {
  if (account.hasActivePayment) return decideCharge(account, now);
  if (trialState(account, now).kind === 'over') {
    return { kind: 'checkout', trialEnd: null, mode: 'subscription' };
  }
  // A quarter of an hour more than the two days, for the time until the provider looks.
  const isLongEnough = account.trialExpiresAt > addDays(now, leastTrialDays + 1 / 96);
  return {
    kind: 'checkout',
    trialEnd: account.trialExpiresAt,
    mode: isLongEnough ? 'subscription' : 'setup',
  };
}

const dayMs = 86_400_000;

/**
 * From when on more ZIPs are charged in a running period: the beginning of the day (UTC), so that a price that was
 * shown holds for the day. https://docs.stripe.com/billing/subscriptions/prorations#prorate-by-day
 */
export function prorationStart(periodStart: Date, now: Date): Date {
  const today = new Date(Math.floor(now.getTime() / dayMs) * dayMs);
  return today > periodStart ? today : periodStart;
}

const productId = 'closingwire-zip-code';

/** What is sold: one product with an id of our own, so that making it again finds it. */
async function zipProduct(client: Stripe): Promise<string> {
  try {
    await client.products.retrieve(productId);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    await client.products.create({ id: productId, name: 'ZIP code subscription' }).catch(ignoreExisting);
  }
  return productId;
}

function ignoreExisting(error: unknown): void {
  const isThere =
    error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_already_exists';
  if (!isThere) throw error;
}

/** A month of one ZIP. */
export async function monthlyPrice(client: Stripe, terms: { centsPerZip: number; currency: string }) {
  return {
    ...recurringPrice(terms),
    product: await zipProduct(client),
  };
}

/** The one line of a subscription of ours. */
export type BilledLine = {
  itemId: string;
  quantity: number;
  centsPerZip: number;
  periodStart: Date;
  periodEnd: Date;
};

const at = (seconds: number) => new Date(seconds * 1000);
export const inSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

const liveStatuses = new Set<Stripe.Subscription.Status>(['trialing', 'active', 'past_due']);
export const isLive = ({ status }: Stripe.Subscription) => liveStatuses.has(status);

export function lineOf(subscription: Stripe.Subscription): BilledLine | undefined {
  const item = subscription.items.data[0];
  return (
    item && {
      itemId: item.id,
      quantity: item.quantity ?? 0,
      centsPerZip: item.price.unit_amount ?? 0,
      periodStart: at(item.current_period_start),
      periodEnd: at(item.current_period_end),
    }
  );
}

/** The line with another quantity, at the configured price. */
export async function changedLine(client: Stripe, line: BilledLine, quantity: number, terms: Terms) {
  const isAtPrice = line.centsPerZip === monthlyCents(1, terms.centsPerZip);
  const price = isAtPrice ? undefined : await monthlyPrice(client, terms);
  return { id: line.itemId, quantity, ...(price && { price_data: price }) };
}

/** What charging the rest of the period for more ZIPs means; a preview and the change itself give the same. */
export const chargedAtOnce = (line: BilledLine, now: Date) => ({
  proration_behavior: 'always_invoice' as const,
  proration_date: inSeconds(prorationStart(line.periodStart, now)),
});
