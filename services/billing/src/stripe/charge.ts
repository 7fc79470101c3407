import { type Account, addDays, trialState } from '../accounts/rules.ts';

/**
 * How ZIPs come to be paid:
 * - `trial`: not at all while the trial runs
 * - `raise`: the live subscription at the provider grows
 * - `subscribe`: a subscription starts there on the card on file
 * - `checkout`: the person enters a card on the provider's page
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
