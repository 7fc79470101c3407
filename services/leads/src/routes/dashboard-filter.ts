import { type AgentFilters, LIST_DAYS } from '@closingwire/contracts/leads';
import type { ClosingFilter } from '../db/closing-filter.ts';
import { between, lastDays } from '../domain/sale-window.ts';

/** The dashboard's list: of the own ZIPs, without dates of the last 7 days. A ZIP of others is never in it. */
export function dashboardFilter(zips: readonly string[], filters: AgentFilters, now: Date): ClosingFilter {
  const { zipCode, fromDate, toDate, ...rest } = filters;
  const hasDates = fromDate !== undefined || toDate !== undefined;
  return {
    ...rest,
    zips: zipCode ? zips.filter(zip => zip === zipCode) : zips,
    window: hasDates ? between(fromDate, toDate) : lastDays(LIST_DAYS, now),
  };
}
