import type { DashboardFilters } from '@closingwire/contracts/leads';
import { formatDay, formatDays } from '../../../lib/dates.ts';

/** Names the days of the dashboard's filter; empty without one. */
export const filteredDays = ({ fromDate, toDate }: Pick<DashboardFilters, 'fromDate' | 'toDate'>): string =>
  daysText({ ...(fromDate && { dateFrom: fromDate }), ...(toDate && { dateTo: toDate }) });

export function daysText({ dateFrom, dateTo }: { dateFrom?: string; dateTo?: string }): string {
  if (dateFrom && dateTo) return formatDays(dateFrom, dateTo);
  if (dateFrom) return `from ${formatDay(dateFrom)}`;
  return dateTo ? `until ${formatDay(dateTo)}` : '';
}
