import type { AccountStanding } from '@closingwire/contracts/billing-api';

const DAY_MS = 24 * 60 * 60_000;

/** Whole days until an instant, begun ones counted; none or fewer once it is past. */
export const daysUntil = (instant: string, now: Date): number =>
  Math.ceil((Date.parse(instant) - now.getTime()) / DAY_MS);

/** Days that the trial still runs, rounded up; 0 when over, absent, or a payment method is on file. */
export function trialDaysLeft(
  standing: Pick<AccountStanding, 'trialExpiresAt' | 'hasActivePayment'> | undefined,
  now: Date,
): number {
  if (!standing?.trialExpiresAt || standing.hasActivePayment) return 0;
  return Math.max(0, daysUntil(standing.trialExpiresAt, now));
}
