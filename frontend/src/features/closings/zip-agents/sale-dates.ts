import { addDays } from '@closingwire/contracts/state-days';

export const saleDateRanges = ['last24hours', 'last7days', 'last30days', 'custom'] as const;
export type SaleDateRange = (typeof saleDateRanges)[number];

export const DEFAULT_RANGE: SaleDateRange = 'last30days';

export const saleDateLabels: Record<SaleDateRange, string> = {
  last24hours: 'Last 24 hours',
  last7days: 'Last 7 days',
  last30days: 'Last 30 days',
  custom: 'Custom range',
};

/** Days before today on which a range starts. */
const daysBack = { last24hours: 1, last7days: 6, last30days: 29 };

export type SaleDates = { range: SaleDateRange; from: string | null; to: string | null };

/** Returns the days of a range, both inclusive. `today` is in the time zone of the ZIP's state. */
export function datesOf(
  { range, from, to }: SaleDates,
  today: string,
): { dateFrom?: string; dateTo?: string } {
  if (range === 'custom') return { ...(from && { dateFrom: from }), ...(to && { dateTo: to }) };
  return { dateFrom: addDays(today, -daysBack[range]), dateTo: today };
}
