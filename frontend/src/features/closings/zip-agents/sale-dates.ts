import { toDay } from '../../../lib/dates.ts';

export const saleDateRanges = ['last24hours', 'last7days', 'last30days', 'custom'] as const;
export type SaleDateRange = (typeof saleDateRanges)[number];

export const DEFAULT_RANGE: SaleDateRange = 'last30days';

export const saleDateLabels: Record<SaleDateRange, string> = {
  last24hours: 'Last 24 hours',
  last7days: 'Last 7 days',
  last30days: 'Last 30 days',
  custom: 'Custom range',
};

const daysBack = { last24hours: 1, last7days: 7, last30days: 30 };

export type SaleDates = { range: SaleDateRange; from: string | null; to: string | null };

/** The calendar days that a range asks for; both ends count. */
export function datesOf({ range, from, to }: SaleDates, now: Date): { dateFrom?: string; dateTo?: string } {
  if (range === 'custom') return { ...(from && { dateFrom: from }), ...(to && { dateTo: to }) };
  const start = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBack[range]);
  return { dateFrom: toDay(start), dateTo: toDay(now) };
}
