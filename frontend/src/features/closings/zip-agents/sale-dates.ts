import type { DashboardFilters } from '@closingwire/contracts/leads';
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

/** Names the days of the dashboard's filter; empty without one. */
export const filteredDays = ({ fromDate, toDate }: Pick<DashboardFilters, 'fromDate' | 'toDate'>): string =>
  daysText({ ...(fromDate && { dateFrom: fromDate }), ...(toDate && { dateTo: toDate }) });

export function daysText({ dateFrom, dateTo }: ReturnType<typeof datesOf>): string {
  if (dateFrom && dateTo) return formatDays(dateFrom, dateTo);
  if (dateFrom) return `from ${formatDay(dateFrom)}`;
  return dateTo ? `until ${formatDay(dateTo)}` : '';
}
