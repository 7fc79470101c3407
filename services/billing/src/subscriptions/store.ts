import { newId } from '@closingwire/chassis/ids';
import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import type { Subscription as SubscriptionView } from '@closingwire/contracts/billing';
import type { ClaimedZip } from '@closingwire/contracts/catalog';
import {
  subscriptionColumns as columns,
  type Subscription,
  type SubscriptionKind,
} from '../accounts/own-zips.ts';

export type NewSubscription = ClaimedZip &
  Pick<Subscription, 'accountId' | 'industry' | 'kind' | 'createdAt'>;

/** Undefined if the account has the ZIP, or the claim was used before. */
export function insertSubscription(tx: Tx, added: NewSubscription): Promise<Subscription | undefined> {
  return tx.maybe<Subscription>(sql`
    insert into subscriptions (id, account_id, zip_code, city, state, industry, kind, claim_id, created_at)
    values (${newId()}, ${added.accountId}, ${added.zipCode}, ${added.city}, ${added.state}, ${added.industry},
      ${added.kind}, ${added.claimId}, ${added.createdAt})
    on conflict do nothing returning ${columns}`);
}

export function findSubscription(db: Queries, id: string): Promise<Subscription | undefined> {
  return db.maybe<Subscription>(sql`select ${columns} from subscriptions where id = ${id}`);
}

export function activeByClaim(db: Queries, claimId: string): Promise<Subscription | undefined> {
  return db.maybe<Subscription>(
    sql`select ${columns} from subscriptions where claim_id = ${claimId} and cancelled_at is null`,
  );
}

export function activeOf(
  db: Queries,
  accountId: string,
  kinds: readonly SubscriptionKind[] = ['trial', 'paid', 'granted'],
): Promise<Subscription[]> {
  return db.query<Subscription>(sql`
    select ${columns} from subscriptions
    where account_id = ${accountId} and cancelled_at is null and kind = any(${kinds}) order by zip_code`);
}

/** Whether one of the claims belongs to a canceled subscription: a claim is used once. */
export function isAnyUsed(db: Queries, claims: readonly ClaimedZip[]): Promise<boolean> {
  const claimIds = claims.map(({ claimId }) => claimId);
  return db.returnsRow(sql`
    select from subscriptions where claim_id = any(${claimIds}) and cancelled_at is not null limit 1`);
}

/** Undefined if it is canceled. */
export function cancel(tx: Tx, id: string, now: Date): Promise<Subscription | undefined> {
  return tx.maybe<Subscription>(sql`
    update subscriptions set cancelled_at = ${now}, version = version + 1
    where id = ${id} and cancelled_at is null returning ${columns}`);
}

type Row = {
  id: string;
  kind: SubscriptionView['kind'];
  zipCode: string;
  city: string;
  state: string;
  stripeSubscriptionId: string | null;
  createdAt: Date;
  readyAt: Date | null;
  userId: string;
  email: string;
};

const view = sql`
  select s.id, s.kind, s.zip_code as "zipCode", s.city, s.state, s.created_at as "createdAt",
         case when s.kind = 'paid' then a.stripe_subscription_id end as "stripeSubscriptionId",
         l.ready_at as "readyAt", a.id as "userId", a.email
  from subscriptions s
  join accounts a on a.id = s.account_id
  left join lead_lists l on l.zip_code = s.zip_code
  where s.cancelled_at is null`;

const shown = (row: Row): SubscriptionView => ({
  id: row.id,
  kind: row.kind,
  zipCode: { id: row.zipCode, zipCode: row.zipCode, city: row.city, state: row.state },
  stripeSubscriptionId: row.stripeSubscriptionId,
  createdAt: row.createdAt.toISOString(),
  lastUpdated: row.readyAt?.toISOString() ?? null,
});

export async function subscriptionsOf(db: Queries, accountId: string): Promise<SubscriptionView[]> {
  const rows = await db.query<Row>(sql`${view} and s.account_id = ${accountId} order by s.zip_code`);
  return rows.map(shown);
}

/** The subscriptions of all users, or a page of them. */
export async function allSubscriptions(
  db: Queries,
  { limit, offset }: { limit: number | null; offset: number },
) {
  const rows = await db.query<Row>(
    sql`${view} order by a.email, s.zip_code, s.id limit ${limit}::bigint offset ${offset}`,
  );
  return rows.map(row => ({ ...shown(row), userId: row.userId, email: row.email }));
}

export async function countSubscriptions(db: Queries): Promise<{ active: number }> {
  return db.one(
    sql`select coalesce(sum(amount), 0)::int as active from stored_totals where name = 'zips held'`,
  );
}
