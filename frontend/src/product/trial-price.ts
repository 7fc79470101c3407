import type { Quote } from '@closingwire/contracts/billing';
import type { AccountStanding } from '@closingwire/contracts/reader-api';
import { daysUntil } from '../lib/dates.ts';

export const freeFor = (days: number) => `FREE for ${days} days`;

/** The clocks of the browser and of the server may disagree by this much. */
const TOLERANCE_DAYS = 1;

/**
 * Days for which the quoted ZIPs are free; 0 outside a trial. A running trial frees nothing if the subscription is
 * already charged for: its first charge then falls today, or at the end of a period and not of the trial.
 */
export function quotedFreeDays(
  { freeDays, dueTodayCents, firstChargeAt }: Pick<Quote, 'freeDays' | 'dueTodayCents' | 'firstChargeAt'>,
  now: Date,
): number {
  if (dueTodayCents > 0) return 0;
  if (firstChargeAt === null) return freeDays;
  return Math.abs(daysUntil(firstChargeAt, now) - freeDays) <= TOLERANCE_DAYS ? freeDays : 0;
}

type Trial = Pick<AccountStanding, 'trialExpiresAt' | 'paymentState'>;

/** The same for an account without a quote; `paymentState` may be missing in a reply. */
export function standingFreeDays({ trialExpiresAt, paymentState }: Trial, now: Date): number {
  if (paymentState === 'active' || paymentState === 'past_due') return 0;
  return trialExpiresAt === null ? 0 : Math.max(0, daysUntil(trialExpiresAt, now));
}
