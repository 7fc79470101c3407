import type { Tx } from '@closingwire/chassis/pg';
import type { SubscriptionState } from '@closingwire/contracts/billing';

/** Notes the state of a subscription. False when a newer one is known, so that there is nothing to do. */
export async function isNewsOf(tx: Tx, subscription: SubscriptionState): Promise<boolean> {
  const rows = await tx.query(
    `insert into subscriptions (id, version, cancelled_at) values ($1, $2, $3)
     on conflict (id) do update set version = excluded.version, cancelled_at = excluded.cancelled_at
     where subscriptions.version < excluded.version returning id`,
    [subscription.id, subscription.version, subscription.cancelledAt],
  );
  return rows.length > 0;
}
