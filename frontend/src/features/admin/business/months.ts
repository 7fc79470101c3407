import { formatCents } from '../../../lib/money.ts';

export type MonthCount = { month: string; count: number; undone?: number };

/** Counts rows by month, newest first. Leaves out a first month whose days are not all there. */
export function rowsByMonth(
  days: readonly { day: string; received: number; undone?: number | undefined }[],
): MonthCount[] {
  const months = Map.groupBy(days, ({ day }) => `${day.slice(0, 7)}-01`);
  return [...months]
    .filter(([month, ofMonth]) => ofMonth.some(({ day }) => day === month))
    .map(([month, ofMonth]) => ({
      month,
      count: ofMonth.reduce((sum, { received }) => sum + received, 0),
      undone: ofMonth.reduce((sum, { undone = 0 }) => sum + undone, 0),
    }))
    .toReversed();
}

/** Returns for example ", of which 200 were undone"; empty if none were. */
export const ofWhichUndone = ({ undone = 0 }: Pick<MonthCount, 'undone'>): string =>
  undone === 0 ? '' : `, of which ${undone.toLocaleString('en-US')} ${undone === 1 ? 'was' : 'were'} undone`;

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns for example "March 2026". */
export const monthText = (month: string): string => monthName.format(new Date(month));

/** Returns the cost of a number of emails or rows, "not set" while the cost of a thousand is not known. */
export const costText = (count: number, usdPerThousand: number): string =>
  usdPerThousand === 0 ? 'not set' : formatCents(Math.round((count / 1_000) * usdPerThousand * 100));
