import { daysUntil, fromDay, toDay } from '../../../lib/dates.ts';
import type { StateLook } from '../../../ui/badge.tsx';

/** Returns the last day of a license in the viewer's time zone; '' if it has no end. */
export function lastDayOf(expiresAt: string | null): string {
  // A license that ends at midnight holds through the day before.
  return expiresAt === null ? '' : toDay(new Date(Date.parse(expiresAt) - 1));
}

/** Returns the midnight after the last day, in the viewer's time zone; null for ''. */
export function endAfter(lastDay: string): string | null {
  if (lastDay === '') return null;
  const end = fromDay(lastDay);
  end.setDate(end.getDate() + 1);
  return end.toISOString();
}

export const hasEnded = (expiresAt: string | null, now: Date): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now.getTime();

const WARNING_DAYS = 14;

/** Returns the state of a license that has ended or ends soon; undefined for others. */
export function endLook(expiresAt: string | null, now: Date): StateLook | undefined {
  if (expiresAt === null) return undefined;
  const days = daysUntil(expiresAt, now);
  if (days <= 0) return { label: 'Ended', tone: 'danger' };
  if (days > WARNING_DAYS) return undefined;
  return { label: days === 1 ? 'Ends within a day' : `Ends in ${days} days`, tone: 'caution' };
}
