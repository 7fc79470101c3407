import { trialExpiredMail } from '../mails/trial-expired.ts';
import { type TrialEnd, trialExpiringMail } from '../mails/trial-expiring.ts';
import type { Template } from './template.ts';

const DAY_MS = 86_400_000;

/** Whole days until the trial ends, begun days counting as whole. */
export const daysUntil = (end: Date, now: Date) => Math.ceil((end.getTime() - now.getTime()) / DAY_MS);

/** The times at which a trial ends whose `daysUntil` is this; 0 means any that is over. */
export function endsWithin(days: number, now: Date): { after: Date | null; until: Date } {
  const inDays = (count: number) => new Date(now.getTime() + count * DAY_MS);
  return { after: days === 0 ? null : inDays(days - 1), until: inDays(days) };
}

/**
 * Which mail tells of the end of a trial, and what makes it one and the same mail: before the end, the end and
 * the days left; after it, the end and the calendar day (UTC), so that an admin may remind again another day.
 */
export function trialMail(
  expiresAt: Date,
  now: Date,
  days = daysUntil(expiresAt, now),
): { template: Template<TrialEnd>; days: number; key: string } {
  const end = expiresAt.toISOString();
  if (expiresAt > now) return { template: trialExpiringMail, days, key: `${end} in ${days}` };
  return { template: trialExpiredMail, days: 0, key: `${end} on ${now.toISOString().slice(0, 10)}` };
}
