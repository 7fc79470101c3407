import type { Account } from './account.ts';
import { addDays, trialState } from './trial.ts';

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
  | { kind: 'checkout'; trialEnd: Date | null };

type Paying = Pick<Account, 'hasActivePayment' | 'stripeSubscriptionId' | 'trialExpiresAt'>;

/** The way in which an order of new ZIPs is charged. */
export function decideCharge(account: Paying, now: Date): Charge {
  if (account.stripeSubscriptionId !== null && account.hasActivePayment) {
    return { kind: 'raise', stripeSubscriptionId: account.stripeSubscriptionId };
  }
  const runs = trialState(account, now).kind === 'running';
  if (account.hasActivePayment) return { kind: 'subscribe', trialEnd: runs ? account.trialExpiresAt : null };
  return runs ? { kind: 'trial' } : { kind: 'checkout', trialEnd: null };
}

/** The provider takes a later first charge in a checkout only from two days on. */
const leastTrialDays = 2;

/** A checkout that turns the trial into a paid subscription; what is left of the trial stays free. */
export function decideConversion(account: Paying, now: Date): Charge & { kind: 'checkout' } {
  // A quarter of an hour more than the two days, for the time until the provider looks.
  const isLongEnough = account.trialExpiresAt > addDays(now, leastTrialDays + 1 / 96);
  return { kind: 'checkout', trialEnd: isLongEnough ? account.trialExpiresAt : null };
}
