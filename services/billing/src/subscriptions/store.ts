import { newId } from '@closingwire/chassis/ids';
import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { Subscription as SubscriptionView } from '@closingwire/contracts/billing';

/** A ZIP that the catalogue holds for an order. */
export type HeldZip = { claimId: string; zipCode: string; city: string; state: string };

export type SubscriptionKind = 'trial' | 'paid' | 'granted';

/** A ZIP that an account receives. */
export type Subscription = HeldZip & {
  id: string;
  version: number;
  accountId: string;
  industry: string;
  kind: SubscriptionKind;
  createdAt: Date;
  cancelledAt: Date | null;
};

const columns = `id, version, account_id as "accountId", zip_code as "zipCode", city, state, industry, kind,
  claim_id as "claimId", created_at as "createdAt", cancelled_at as "cancelledAt"`;

export type NewSubscription = HeldZip & Pick<Subscription, 'accountId' | 'industry' | 'kind' | 'createdAt'>;

/** Nothing when the account has the ZIP already, or the claim served before. */
export function insertSubscription(tx: Tx, added: NewSubscription): Promise<Subscription | undefined> {
  return tx.maybe<Subscription>(
    `insert into subscriptions (id, account_id, zip_code, city, state, industry, kind, claim_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning ${columns}`,
    [
      newId(),
      added.accountId,
      added.zipCode,
      added.city,
      added.state,
      added.industry,
      added.kind,
      added.claimId,
      added.createdAt,
    ],
  );
}

export function findSubscription(db: Queries, id: string): Promise<Subscription | undefined> {
  return db.maybe<Subscription>(`select ${columns} from subscriptions where id = $1`, [id]);
}

export function activeByClaim(db: Queries, claimId: string): Promise<Subscription | undefined> {
  return db.maybe<Subscription>(
    `select ${columns} from subscriptions where claim_id = $1 and cancelled_at is null`,
    [claimId],
  );
}

export function activeOf(
  db: Queries,
  accountId: string,
  kinds: readonly SubscriptionKind[] = ['trial', 'paid', 'granted'],
): Promise<Subscription[]> {
  return db.query<Subscription>(
    `select ${columns} from subscriptions
     where account_id = $1 and cancelled_at is null and kind = any($2) order by zip_code`,
    [accountId, kinds],
  );
}

/** Nothing when it is cancelled already. */
export function cancel(tx: Tx, id: string, now: Date): Promise<Subscription | undefined> {
  return tx.maybe<Subscription>(
    `update subscriptions set cancelled_at = $2, version = version + 1
     where id = $1 and cancelled_at is null returning ${columns}`,
    [id, now],
  );
}

/** The trial's ZIPs become paid ones. */
export function convertTrial(tx: Tx, accountId: string): Promise<Subscription[]> {
  return tx.query<Subscription>(
    `update subscriptions set kind = 'paid', version = version + 1
     where account_id = $1 and kind = 'trial' and cancelled_at is null returning ${columns}`,
    [accountId],
  );
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

const view = `
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
  const rows = await db.query<Row>(`${view} and s.account_id = $1 order by s.zip_code`, [accountId]);
  return rows.map(shown);
}

/** Everybody's: all, or one slice of them. */
export async function allSubscriptions(
  db: Queries,
  { limit, offset }: { limit: number | null; offset: number },
) {
  const order = 'order by a.email, s.zip_code, s.id';
  const rows = await db.query<Row>(`${view} ${order} limit $1::bigint offset $2`, [limit, offset]);
  return rows.map(row => ({ ...shown(row), userId: row.userId, email: row.email }));
}

export async function countSubscriptions(db: Queries): Promise<{ active: number }> {
  return db.one(`select coalesce(sum(amount), 0)::int as active from stored_totals where name = 'zips held'`);
}
