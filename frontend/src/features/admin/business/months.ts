import { formatCents } from '../../../lib/money.ts';

export type MonthCount = { month: string; count: number };

/** Counts rows by month, newest first. Leaves out a first month whose days are not all there. */
export function rowsByMonth(days: readonly { day: string; received: number }[]): MonthCount[] {
  const months = Map.groupBy(days, ({ day }) => `${day.slice(0, 7)}-01`);
  return [...months]
    .filter(([month, ofMonth]) => ofMonth.some(({ day }) => day === month))
    .map(([month, ofMonth]) => ({ month, count: ofMonth.reduce((sum, { received }) => sum + received, 0) }))
    .toReversed();
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns for example "March 2026". */
export const monthText = (month: string): string => monthName.format(new Date(month));

/** Returns the cost of a number of emails or rows, "not set" while the cost of a thousand is not known. */
export const costText = (count: number, usdPerThousand: number): string =>
  usdPerThousand === 0 ? 'not set' : formatCents(Math.round((count / 1_000) * usdPerThousand * 100));
