import type { Queries } from '@closingwire/chassis/pg';
import type { SubscriptionState } from '@closingwire/contracts/billing';

/** Keeps the newest state of a subscription. */
export async function saveSubscription(db: Queries, subscription: SubscriptionState): Promise<void> {
  await db.query(
    `insert into subscriptions as s (id, account_id, zip, version, cancelled_at, kind) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set version = excluded.version, cancelled_at = excluded.cancelled_at,
       kind = excluded.kind
     where s.version < excluded.version`,
    [
      subscription.id,
      subscription.accountId,
      subscription.zipCode,
      subscription.version,
      subscription.cancelledAt,
      subscription.kind,
    ],
  );
}
