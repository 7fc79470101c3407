import type { Queries } from '@closingwire/chassis/pg';
import type { Subscription as SubscriptionView } from '@closingwire/contracts/billing';

type Row = {
  id: string;
  kind: Subscription['kind'];
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

const shown = (row: Row): Subscription => ({
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

export async function allSubscriptions(db: Queries) {
  const rows = await db.query<Row>(`${view} order by a.email, s.zip_code`);
  return rows.map(row => ({ ...shown(row), userId: row.userId, email: row.email }));
}
