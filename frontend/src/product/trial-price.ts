import type { Quote } from '@closingwire/contracts/billing';
import type { AccountStanding } from '@closingwire/contracts/screen-api';
import { daysUntil } from '../lib/dates.ts';

export const freeFor = (days: number) => `FREE for ${days} days`;

/** The clocks of browser and server may differ by this much. */
const TOLERANCE_DAYS = 1;

/**
 * Returns the free days of the quoted ZIPs; 0 outside a trial. A running trial frees nothing if the subscription is
 * already charged: then the first charge is today or at the end of a paid period, not at the trial's end.
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

/** Like `quotedFreeDays`, for an account without a quote. `paymentState` may be missing. */
export function standingFreeDays({ trialExpiresAt, paymentState }: Trial, now: Date): number {
  if (paymentState === 'active' || paymentState === 'past_due') return 0;
  return trialExpiresAt === null ? 0 : Math.max(0, daysUntil(trialExpiresAt, now));
}
