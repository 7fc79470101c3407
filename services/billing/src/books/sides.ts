import { type Queries, sql } from '@closingwire/chassis/pg';
import type { AccountBooks, BookSubscription, LiveSubscription } from './compare.ts';
import { BOOKED_CUSTOMERS, CUSTOMERS_OF_ACCOUNT } from './provider.ts';

/* The facts of billing that the books compare. */

type AccountRow = {
  accountId: string;
  isDeleted: boolean;
  hasCheckout: boolean;
  billable: string[];
  paid: string[];
};

const ACCOUNT = sql`
  select a.id as "accountId", a.status = 'deleted' as "isDeleted",
    exists (select from orders o where o.account_id = a.id and o.state = 'checkout') as "hasCheckout",
    coalesce(z.billable, '{}') as billable, coalesce(z.paid, '{}') as paid`;

const ZIPS = sql`left join lateral (
    select array_agg(distinct s.zip_code) filter (where s.kind <> 'granted') as billable,
      array_agg(distinct s.zip_code) filter (where s.kind = 'paid') as paid
    from subscriptions s where s.account_id = a.id and s.cancelled_at is null) z on true`;

const booksOf = (row: AccountRow, live: AccountBooks['live']): AccountBooks => ({
  accountId: row.accountId,
  isDeleted: row.isDeleted,
  hasCheckout: row.hasCheckout,
  billableZipCodes: new Set(row.billable),
  paidZipCodes: new Set(row.paid),
  live,
});

/** Returns a page of accounts by id, each with the live subscriptions that this run has read. */
export async function accountPage(
  db: Queries,
  { after, limit }: { after: string; limit: number },
): Promise<AccountBooks[]> {
  const rows = await db.query<AccountRow & { live: AccountBooks['live'] | null }>(
    sql`${ACCOUNT}, (
       select json_agg(json_build_object('id', l.id, 'quantity', l.quantity) order by l.id)
       from book_live_subscriptions l where l.customer_id in (${BOOKED_CUSTOMERS})) as live
     from accounts a ${ZIPS} where a.id > ${after} order by a.id limit ${limit}`,
  );
  return rows.map(row => booksOf(row, row.live ?? []));
}

export async function accountBooks(
  db: Queries,
  accountId: string,
  live: AccountBooks['live'],
): Promise<AccountBooks | undefined> {
  const row = await db.maybe<AccountRow>(sql`${ACCOUNT} from accounts a ${ZIPS} where a.id = ${accountId}`);
  return row && booksOf(row, live);
}

export async function storeLive(db: Queries, live: readonly LiveSubscription[]): Promise<void> {
  if (live.length === 0) return;
  await db.execute(
    sql`insert into book_live_subscriptions (id, customer_id, quantity, account_id)
     select * from unnest(${live.map(({ id }) => id)}::text[], ${live.map(({ customerId }) => customerId)}::text[],
       ${live.map(({ quantity }) => quantity)}::integer[], ${live.map(({ accountId }) => accountId)}::uuid[])
     on conflict do nothing`,
  );
}

export async function forgetLive(db: Queries): Promise<void> {
  await db.execute(sql`delete from book_live_subscriptions`);
}

/** Returns the live subscriptions whose metadata names an account with another customer, or none. */
export function strays(db: Queries): Promise<LiveSubscription[]> {
  return db.query<LiveSubscription>(
    sql`select l.id, l.customer_id as "customerId", l.quantity, l.account_id as "accountId"
     from book_live_subscriptions l join accounts a on a.id = l.account_id
     where l.customer_id not in (${CUSTOMERS_OF_ACCOUNT})`,
  );
}

/** Returns true if the customer belongs to this account; undefined if the account does not exist. */
export async function isCustomerOf(
  db: Queries,
  { accountId, customerId }: LiveSubscription,
): Promise<boolean | undefined> {
  const row = await db.maybe<{ isCustomer: boolean }>(
    sql`select ${customerId} in (${CUSTOMERS_OF_ACCOUNT}) as "isCustomer"
     from accounts a where a.id = ${accountId}`,
  );
  return row?.isCustomer;
}

const SUBSCRIPTION = sql`
  select s.claim_id as "claimId", s.zip_code as "zipCode", s.account_id as "accountId",
    a.status = 'deleted' as "isDeleted"
  from subscriptions s join accounts a on a.id = s.account_id where s.cancelled_at is null`;

export function subscriptionPage(
  db: Queries,
  { after, limit }: { after: string; limit: number },
): Promise<BookSubscription[]> {
  return db.query<BookSubscription>(
    sql`${SUBSCRIPTION} and s.claim_id > ${after} order by s.claim_id limit ${limit}`,
  );
}

export function subscriptionsOfClaims(db: Queries, claimIds: readonly string[]): Promise<BookSubscription[]> {
  return db.query<BookSubscription>(sql`${SUBSCRIPTION} and s.claim_id = any(${claimIds})`);
}

/** Returns the accounts of these users. */
export async function holdersOf(
  db: Queries,
  userIds: readonly string[],
): Promise<Map<string, { isDeleted: boolean }>> {
  const rows = await db.query<{ id: string; isDeleted: boolean }>(
    sql`select id, status = 'deleted' as "isDeleted" from accounts where id = any(${userIds})`,
  );
  return new Map(rows.map(({ id, isDeleted }) => [id, { isDeleted }]));
}
