import { likePattern } from '@closingwire/chassis/like-pattern';
import { join, type Sql, sql } from '@closingwire/chassis/pg';
import { rolesOfSide } from '@closingwire/contracts/deal-side';
import type { Property } from '@closingwire/contracts/lead';
import type { Field } from '@closingwire/contracts/lead-fields';
import type { DashboardFilters } from '@closingwire/contracts/leads';
import { LIST_DAYS } from '@closingwire/contracts/shown-limits';
import type { SourceUse } from '@closingwire/contracts/sources';
import { notToCall } from '../outcomes/store.ts';
import { permittedFor, REPORTED } from '../sources/store.ts';
import { between, lastDays, type SaleWindow } from './calendar.ts';
import { type EarlierExports, inExport, notHeldBefore } from './kept-exports.ts';

/**
 * Selects the closings of a list. Limits include their ends; an undefined limit selects all. A price limit leaves out
 * undisclosed prices.
 */
export type ClosingFilter = {
  /** Values, or a query that returns them. */
  zipCodes: readonly string[] | Sql;
  /** One of `zipCodes`. */
  zipCode?: string | undefined;
  /** Some of `zipCodes`. */
  someZips?: readonly string[] | undefined;
  window: SaleWindow;
  /** Narrows `window` further. */
  within?: SaleWindow;
  city?: string | undefined;
  state?: string | undefined;
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  propertyType?: Property['type'] | undefined;
  /** Part of the agent's name, brokerage or email, or of the property's address. */
  search?: string | undefined;
  /** The side that the agent's role names. */
  side?: DashboardFilters['side'];
  /** Leaves out closings that were stored before, in ZIPs that the account had before. */
  newSince?: string | undefined;
  /** Leaves out agents whom these earlier exports of this account held. */
  newTo?: EarlierExports | undefined;
  /** Selects the closings of an export of this account. */
  exportId?: string;
  /** Leaves out closings stored after this list was made ready. */
  leadListId?: string | undefined;
  /** Leaves out agents whom this account must not call; null for admins. */
  accountId: string | Sql | null;
  /** The use that the licenses of the sources must permit; by default lists. */
  use?: SourceUse;
};

/** Returns the conditions on a closing `c` to be sold in a window. */
export function soldIn({ from, to, laterStates }: SaleWindow): Sql[] {
  const isSplit = laterStates.length > 0;
  return [
    from !== null && sql`c.sold_date >= ${from}::date`,
    to !== null && sql`c.sold_date <= ${to}::date`,
    from !== null && isSplit && sql`(c.sold_date > ${from}::date or c.state <> all(${laterStates}::text[]))`,
    to !== null && isSplit && sql`(c.sold_date < ${to}::date or c.state = any(${laterStates}::text[]))`,
  ].filter(condition => condition !== false);
}

/** The condition that the role of a closing `c` is of a side. */
export const isOnSide = (side: NonNullable<ClosingFilter['side']>): Sql =>
  sql`c.agent_role ~* ${rolesOfSide[side]}::text`;

/** The condition that a closing `c` may be shown: its agent, its sources and their licenses permit it. */
export const mayBeShown = (use: SourceUse): Sql =>
  sql`not c.is_suppressed and ${REPORTED} and ${permittedFor(use)}`;

/**
 * The condition that an agent's row is not on a list that the account uploaded. While the account has none it costs one
 * look, and nothing for each row.
 */
export function notOnOwnList(accountId: string | Sql, zip: Sql, row: Sql): Sql {
  const isOn = sql`exists (select from own_list_agents m
    where m.account_id = ${accountId}::uuid and m.zip = ${zip} and m.agent_id = ${row})`;
  if (typeof accountId !== 'string') return sql`not ${isOn}`;
  return sql`(not (select exists (select from own_lists l where l.account_id = ${accountId}::uuid)) or not ${isOn})`;
}

/** The condition that an account has not marked the agent of a closing `c` in these ZIPs as 'do not call'. */
export const notMarkedBy = (accountId: string | Sql, zipCodes: ClosingFilter['zipCodes']): Sql =>
  sql`c.agent_id not in (${notToCall(accountId, zipCodes)})`;

/** The condition that no list of an account has the agent of a closing `c`. */
export const notListedBy = (accountId: string | Sql): Sql =>
  notOnOwnList(accountId, sql`c.zip`, sql`c.agent_id`);

/** The condition that an account may call the agent of a closing `c` in these ZIPs. */
export const mayBeCalledBy = (accountId: string | Sql, zipCodes: ClosingFilter['zipCodes']): Sql =>
  sql`${notMarkedBy(accountId, zipCodes)} and ${notListedBy(accountId)}`;

/** The condition that a closing `c` came to an account at an instant or later: it was stored then, or its ZIP came. */
const cameSince = (accountId: string | Sql, instant: string): Sql => sql`
  (c.created_at >= ${instant}::timestamptz or c.zip = any(array(
    select s.zip from subscriptions s where s.account_id = ${accountId}::uuid and s.cancelled_at is null
      and s.readable_since >= ${instant}::timestamptz)))`;

/**
 * The only definition of 'in the list': the condition on closings `c`. Its text, which names the prepared statement,
 * depends on which limits are given, not on their values.
 */
export function inList(filter: ClosingFilter): Sql {
  const { zipCodes, zipCode, window, within, state, minPrice, maxPrice, propertyType, leadListId } = filter;
  const city = containing(filter.city);
  const search = containing(filter.search);
  const conditions = [
    zipCode && sql`c.zip = ${zipCode}::text`,
    filter.someZips && sql`c.zip = any(${filter.someZips}::text[])`,
    sql`c.zip = any(${zipCodes}::text[])`,
    ...soldIn(window),
    ...(within ? soldIn(within) : []),
    city && sql`c.city ilike ${city}::text`,
    state !== undefined && sql`c.state = ${state}::text`,
    minPrice !== undefined && sql`c.price >= ${minPrice}::float8`,
    maxPrice !== undefined && sql`c.price <= ${maxPrice}::float8`,
    filter.side && isOnSide(filter.side),
    propertyType && sql`c.type = ${propertyType}::text`,
    search &&
      sql`(c.address1 ilike ${search}::text or exists (
        select from agents x where x.zip = c.zip and x.id = c.agent_id and (x.full_name ilike ${search}::text
          or x.brokerage_name ilike ${search}::text or x.email ilike ${search}::text)))`,
    leadListId !== undefined &&
      sql`c.created_at <= (select as_of from lead_lists
        where id = ${leadListId}::uuid and zip = any(${zipCodes}::text[]))`,
    filter.accountId !== null && filter.newSince && cameSince(filter.accountId, filter.newSince),
    filter.accountId !== null && mayBeCalledBy(filter.accountId, zipCodes),
    filter.accountId !== null && filter.newTo && notHeldBefore(filter.accountId, filter.newTo, zipCodes),
    filter.accountId !== null && filter.exportId && inExport(filter.accountId, filter.exportId),
    mayBeShown(filter.use ?? 'lists'),
  ];
  return sql`where ${join(conditions.filter(Boolean), ' and ')}`;
}

/** Joins the agent `a` of a closing `c`. */
export const WITH_AGENT = sql`join agents a on a.zip = c.zip and a.id = c.agent_id`;

/** Returns the column of a field, of a closing `c` or its agent `a`. */
export const columnOf = ({ stored }: Field): string =>
  `${stored.table === 'agents' ? 'a' : 'c'}.${stored.column}`;

const containing = (text: string | undefined) => (text ? `%${likePattern(text)}%` : undefined);

/** Whether the user chose dates; without them a list covers the last 7 days. */
export const hasDates = ({ fromDate, toDate }: Pick<DashboardFilters, 'fromDate' | 'toDate'>): boolean =>
  fromDate !== undefined || toDate !== undefined;

/** Returns the ZIP that must be readable. Of several, those that no longer are have no rows: a saved view keeps them. */
export const askedZips = ({ zipCode }: Pick<DashboardFilters, 'zipCode'>): string[] =>
  zipCode ? [zipCode] : [];

/** Returns an account's filter of the dashboard and the partner API. */
export function dashboardFilter(
  accountId: string,
  zipCodes: ClosingFilter['zipCodes'],
  { zipCode, zips, fromDate, toDate, ...rest }: DashboardFilters,
  now: Date,
): ClosingFilter {
  return {
    ...rest,
    accountId,
    zipCodes,
    zipCode,
    someZips: zips?.split(','),
    window: hasDates({ fromDate, toDate }) ? between(fromDate, toDate) : lastDays(LIST_DAYS, now),
  };
}
