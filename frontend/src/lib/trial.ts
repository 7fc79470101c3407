import type { AccountStanding } from '@closingwire/contracts/billing-api';

const DAY_MS = 24 * 60 * 60_000;

/** Days that the trial still runs, rounded up; 0 when over, absent, or a payment method is on file. */
export function trialDaysLeft(
  standing: Pick<AccountStanding, 'trialExpiresAt' | 'hasActivePayment'> | undefined,
  now: Date,
): number {
  if (!standing?.trialExpiresAt || standing.hasActivePayment) return 0;
  return Math.max(0, Math.ceil((Date.parse(standing.trialExpiresAt) - now.getTime()) / DAY_MS));
}
