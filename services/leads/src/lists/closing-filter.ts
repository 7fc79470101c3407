import { likePattern } from '@closingwire/chassis/like-pattern';
import type { Property } from '@closingwire/contracts/lead';
import type { Field } from '@closingwire/contracts/lead-fields';
import { type DashboardFilters, LIST_DAYS } from '@closingwire/contracts/leads';
import sql, { join, type Sql } from 'sql-template-tag';
import { between, lastDays, type SaleWindow } from './calendar.ts';

/**
 * Which closings a list holds. Limits include their ends; what is undefined does not narrow. A closing without a price
 * is outside every price limit.
 */
export type ClosingFilter = {
  /** As they are, or as a query that names them. */
  zips: readonly string[] | Sql;
  /** One of them. */
  zip?: string | undefined;
  window: SaleWindow;
  /** Days that narrow the window further. */
  within?: SaleWindow;
  city?: string | undefined;
  state?: string | undefined;
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  propertyType?: Property['type'] | undefined;
  /** Part of the agent's name, brokerage or e-mail, or of the property's address. */
  search?: string | undefined;
  /** Only what was there when this list was made ready. */
  leadListId?: string | undefined;
};

/** The conditions on a closing `c` to be sold in a window; `lead-lists.ts` counts many lists at once by them. */
export function soldIn({ from, to, laterStates }: SaleWindow): Sql[] {
  const isSplit = laterStates.length > 0;
  return [
    from !== null && sql`c.sold_date >= ${from}::date`,
    to !== null && sql`c.sold_date <= ${to}::date`,
    from !== null && isSplit && sql`(c.sold_date > ${from}::date or c.state <> all(${laterStates}::text[]))`,
    to !== null && isSplit && sql`(c.sold_date < ${to}::date or c.state = any(${laterStates}::text[]))`,
  ].filter(condition => condition !== false);
}

/**
 * The closings `c` of a list: the one meaning of "in the list". Its text depends only on which limits are given, and on
 * whether it is the same day in all states.
 */
export function inList(filter: ClosingFilter): Sql {
  const { zips, zip, window, within, state, minPrice, maxPrice, propertyType, leadListId } = filter;
  const city = containing(filter.city);
  const search = containing(filter.search);
  const conditions = [
    zip ? sql`c.zip = ${zip}::text and c.zip = any(${zips}::text[])` : sql`c.zip = any(${zips}::text[])`,
    ...soldIn(window),
    ...(within ? soldIn(within) : []),
    city && sql`c.city ilike ${city}::text`,
    state !== undefined && sql`c.state = ${state}::text`,
    minPrice !== undefined && sql`c.price >= ${minPrice}::float8`,
    maxPrice !== undefined && sql`c.price <= ${maxPrice}::float8`,
    propertyType && sql`c.type = ${propertyType}::text`,
    search &&
      sql`(c.address1 ilike ${search}::text or exists (
        select from agents x where x.zip = c.zip and x.id = c.agent_id and (x.full_name ilike ${search}::text
          or x.brokerage_name ilike ${search}::text or x.email ilike ${search}::text)))`,
    leadListId !== undefined &&
      sql`c.created_at <= (select as_of from lead_lists where id = ${leadListId}::uuid and zip = any(${zips}::text[]))`,
    sql`not c.is_suppressed`,
  ];
  return sql`where ${join(conditions.filter(Boolean), ' and ')}`;
}

/** The agent of each closing in a list. */
export const WITH_AGENT = sql`join agents a on a.zip = c.zip and a.id = c.agent_id`;

/** The column of a field, of a closing `c` or its agent `a`. */
export const columnOf = ({ stored }: Field): string =>
  `${stored.table === 'agents' ? 'a' : 'c'}.${stored.column}`;

/** A pattern that finds the text as it stands, anywhere. */
const containing = (text: string | undefined) => (text ? `%${likePattern(text)}%` : undefined);

/** Whether a list has days of its own; one without has the last 7. */
export const hasDates = ({ fromDate, toDate }: Pick<DashboardFilters, 'fromDate' | 'toDate'>): boolean =>
  fromDate !== undefined || toDate !== undefined;

/** The dashboard's list: of the own ZIPs, without dates of the last 7 days. A ZIP of others is never in it. */
export function dashboardFilter(
  zips: ClosingFilter['zips'],
  { zipCode: zip, fromDate, toDate, ...rest }: DashboardFilters,
  now: Date,
): ClosingFilter {
  return {
    ...rest,
    zips,
    zip,
    window: hasDates({ fromDate, toDate }) ? between(fromDate, toDate) : lastDays(LIST_DAYS, now),
  };
}
