import type { AccountStanding } from '@closingwire/contracts/billing-api';

/** What the account card says; `hidden` when there is nothing to say. */
export type AccountState =
  | { kind: 'hidden' }
  | { kind: 'setup' }
  | { kind: 'expired' }
  | { kind: 'expiring' | 'active'; daysLeft: number; hasPayment: boolean };

type Facts = Pick<AccountStanding, 'trialExpiresAt' | 'hasActivePayment'>;

const DAY_MS = 24 * 60 * 60_000;
const EXPIRING_SOON_DAYS = 3;

/** Days are rounded up, so a trial that ends within the hour has one left. */
export function accountState({ trialExpiresAt, hasActivePayment }: Facts, now: Date): AccountState {
  const daysLeft = trialExpiresAt ? Math.ceil((Date.parse(trialExpiresAt) - now.getTime()) / DAY_MS) : null;
  const trialRuns = daysLeft !== null && daysLeft > 0;
  if (trialRuns) {
    const kind = daysLeft <= EXPIRING_SOON_DAYS ? 'expiring' : 'active';
    return { kind, daysLeft, hasPayment: hasActivePayment };
  }
  if (hasActivePayment) return { kind: 'hidden' };
  return { kind: daysLeft === null ? 'setup' : 'expired' };
}

/** Whether leads are closed to the account: its trial is over and nothing pays. */
export const isTrialOver = (facts: Facts, now: Date): boolean => accountState(facts, now).kind === 'expired';
