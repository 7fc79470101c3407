import { addDays } from '@closingwire/contracts/state-days';
import { formatDay, formatDays } from '../../../lib/dates.ts';

export const saleDateRanges = ['last24hours', 'last7days', 'last30days', 'custom'] as const;
export type SaleDateRange = (typeof saleDateRanges)[number];

export const DEFAULT_RANGE: SaleDateRange = 'last30days';

export const saleDateLabels: Record<SaleDateRange, string> = {
  last24hours: 'Last 24 hours',
  last7days: 'Last 7 days',
  last30days: 'Last 30 days',
  custom: 'Custom range',
};

/** How many days before today a range begins. */
const daysBack = { last24hours: 1, last7days: 6, last30days: 29 };

export type SaleDates = { range: SaleDateRange; from: string | null; to: string | null };

/** The calendar days that a range asks for; both ends count. `today` is that of the ZIP's state, as in every list. */
export function datesOf(
  { range, from, to }: SaleDates,
  today: string,
): { dateFrom?: string; dateTo?: string } {
  if (range === 'custom') return { ...(from && { dateFrom: from }), ...(to && { dateTo: to }) };
  return { dateFrom: addDays(today, -daysBack[range]), dateTo: today };
}

/** The days of a list in words, as far as it has ends. */
export function daysText({ dateFrom, dateTo }: ReturnType<typeof datesOf>): string {
  if (dateFrom && dateTo) return formatDays(dateFrom, dateTo);
  if (dateFrom) return `from ${formatDay(dateFrom)}`;
  return dateTo ? `until ${formatDay(dateTo)}` : '';
}
