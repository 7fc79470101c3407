import { asUser, type Caller } from '@closingwire/chassis/identity';
import { prepared, type Queries, type Sql, sql } from '@closingwire/chassis/pg';
import type { ClosingOrder } from '@closingwire/contracts/closing-sorts';
import type { RouteDeps } from '../context.ts';
import type { ClosingFilter } from './closing-filter.ts';
import { newStanding, type OwnZips, readableOf, type Standing } from './standing.ts';
import { type ClosingPage, closingPage, type PageSlice } from './views.ts';

/** An account that reads lists. `standing` is undefined until billing has published it. */
export type Reader = { standing: Standing | undefined; zips: OwnZips };

type Row = OwnZips & { [Name in keyof Standing]: Standing[Name] | null };

const readerQuery = (accountId: string): Sql => sql`
  select a.trial_expires_at as "trialExpiresAt", a.has_active_payment as "hasActivePayment",
    a.payment_state as "paymentState", a.monthly_amount_cents as "monthlyAmountCents", own.granted, own.charged
  from (
    select coalesce(array_agg(s.zip) filter (where s.kind = 'granted'), '{}') as granted,
      coalesce(array_agg(s.zip) filter (where s.kind is distinct from 'granted'), '{}') as charged
    from subscriptions s where s.account_id = ${accountId}::uuid and s.cancelled_at is null
  ) own left join accounts a on a.id = ${accountId}::uuid`;

const toReader = (row: Row): Reader => ({
  standing: row.trialExpiresAt === null ? undefined : (row as Standing),
  zips: row,
});

export const findReader = async (db: Queries, accountId: string): Promise<Reader> =>
  toReader(await db.one<Row>(prepared(readerQuery(accountId))));

type Account = { id: string; activatedAt: Date };

const readableBy = (
  { clock, trialDays }: RouteDeps,
  { activatedAt }: Account,
  { standing, zips }: Reader,
  asked: readonly string[] | undefined,
) => readableOf(standing ?? newStanding(activatedAt, trialDays), zips, clock(), asked);

/** Returns the ZIPs that a caller may read; throws `payment-required` when none is readable, or one of `asked` is not. */
export async function readableZips(
  deps: RouteDeps,
  caller: Caller,
  asked?: readonly string[],
): Promise<string[]> {
  const account = asUser(caller);
  return readableBy(deps, account, await findReader(deps.pg, account.id), asked);
}

/** All ZIPs of the account, readable or not. */
const OWN_ZIPS = sql`(select granted || charged from reader)`;

/**
 * Reads what an account may read in one round trip: the statement over all its ZIPs along with its standing, and again
 * if some ZIPs are not readable. `statementOf` returns CTEs and the select list that reads them. Throws as
 * `readableZips` does.
 */
export async function readAsReader<T extends object>(
  deps: RouteDeps,
  account: Account,
  statementOf: (zipCodes: ClosingFilter['zipCodes']) => { ctes: Sql; columns: Sql },
  asked?: readonly string[],
): Promise<T> {
  const { ctes, columns } = statementOf(OWN_ZIPS);
  const row = await deps.pg.one<Row & T>(
    prepared(sql`with reader as materialized (${readerQuery(account.id)}), ${ctes}
      select ${columns}, reader.* from reader`),
  );
  const readable = readableBy(deps, account, toReader(row), asked);
  if (readable.length === row.granted.length + row.charged.length) return row;
  const again = statementOf(readable);
  return deps.pg.one<T>(prepared(sql`with ${again.ctes} select ${again.columns}`));
}

type ReaderPage = {
  filterOf: (zipCodes: ClosingFilter['zipCodes']) => ClosingFilter;
  slice: PageSlice;
  order?: ClosingOrder;
  /** Further columns of each closing. */
  more?: Sql;
  /** ZIPs that must be readable. */
  asked: readonly string[];
};

/** Returns a page of an account's closings. */
export const pageOfReader = (
  deps: RouteDeps,
  account: Account,
  { filterOf, slice, order, more, asked }: ReaderPage,
): Promise<ClosingPage> =>
  readAsReader(
    deps,
    account,
    zipCodes => closingPage(filterOf(zipCodes), slice, { order, ...(more && { more }) }),
    asked,
  );

/** Returns those of the ZIPs that an account does not have. */
export async function zipsOfOthers(
  db: Queries,
  accountId: string,
  zipCodes: readonly string[],
): Promise<string[]> {
  if (zipCodes.length === 0) return [];
  const own = await db.query<{ zip: string }>(
    sql`select zip from subscriptions
     where account_id = ${accountId} and cancelled_at is null and zip = any(${zipCodes}::text[])`,
  );
  const known = new Set(own.map(({ zip }) => zip));
  return [...new Set(zipCodes)].filter(zip => !known.has(zip)).toSorted();
}
