import type { Tx } from '@closingwire/chassis/pg';
import type { SubscriptionState } from '@closingwire/contracts/events/subscription-events';

export async function keepSubscription(tx: Tx, subscription: SubscriptionState): Promise<void> {
  await tx.query(
    `insert into subscriptions (id, version, account_id, zip_code, city, state, created_at, cancelled_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (id) do update set version = excluded.version, city = excluded.city, state = excluded.state,
       cancelled_at = excluded.cancelled_at
     where subscriptions.version < excluded.version`,
    [
      subscription.id,
      subscription.version,
      subscription.accountId,
      subscription.zipCode,
      subscription.city,
      subscription.state,
      subscription.createdAt,
      subscription.cancelledAt,
    ],
  );
}
