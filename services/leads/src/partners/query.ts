import { AppError } from '@closingwire/chassis/app-error';
import { type Queries, sql } from '@closingwire/chassis/pg';
import type { PartnerQuery } from '@closingwire/contracts/partner-leads';
import type { View } from '@closingwire/contracts/views';
import { type ClosingFilter, dashboardFilter } from '../lists/closing-filter.ts';
import { storedThrough } from '../lists/stored-through.ts';
import { findViewNamed } from '../today/views.ts';

/** The ids of a closing `c` and its agent `a` under plain names. */
export const IDS = sql`, c.id as "closingId", coalesce(a.identity_id, a.id) as "agentId"`;

type Query = Omit<PartnerQuery, 'page' | 'limit'>;

/** Returns the side of a query and its view; throws if they differ. */
function sideOf({ side }: Query, view: View | undefined): View['side'] | undefined {
  if (side && view?.side && side !== view.side) {
    const text = `Expected side ${view.side}, which the view ${view.name} has, or none; got ${side}`;
    throw new AppError('invalid', 'invalid_input', text);
  }
  return side ?? view?.side;
}

/** Returns the ZIPs that are in both; undefined for all. */
function zipsOf(zips: string | undefined, view: View | undefined): string[] | undefined {
  const ofView = view && view.zips.length > 0 ? view.zips : undefined;
  const named = zips?.split(',');
  return ofView && named ? named.filter(zip => ofView.includes(zip)) : (named ?? ofView);
}

/**
 * Returns the filter of a program's query, and the ZIPs that it or its view names: a program gets an error rather than
 * rows of fewer ZIPs.
 */
export async function askedOf(db: Queries, accountId: string, query: Query, now: Date) {
  const { dateFrom, dateTo, zip: zipCode, zips, view: named, newSince, ...rest } = query;
  const view = named === undefined ? undefined : await findViewNamed(db, accountId, named);
  const filters = { ...rest, zipCode, fromDate: dateFrom, toDate: dateTo };
  const filterOf = (zipCodes: ClosingFilter['zipCodes']): ClosingFilter => ({
    ...dashboardFilter(accountId, zipCodes, filters, now),
    side: sideOf(query, view) ?? undefined,
    search: view?.search || undefined,
    someZips: zipsOf(zips, view),
    newSince: newSince?.includes('T') ? newSince : newSince && `${newSince}T00:00:00Z`,
    use: 'api',
  });
  const asked = [...(zipCode ? [zipCode] : []), ...(zips?.split(',') ?? []), ...(view?.zips ?? [])];
  return { filterOf, asked };
}

/** Returns the instant until which all stored closings are visible, in whole milliseconds. */
export async function instantThrough(db: Queries): Promise<string> {
  const { at } = await db.one<{ at: string }>(
    sql`select to_char(date_trunc('milliseconds', ${await storedThrough(db)}::timestamptz) at time zone 'UTC',
       'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
  );
  return at;
}
