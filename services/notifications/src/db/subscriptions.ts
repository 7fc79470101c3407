import type { Tx } from '@closingwire/chassis/pg';
import type { SubscriptionState } from '@closingwire/contracts/billing';

/** Keeps the newest state, unless its person was deleted. */
export async function keepSubscription(tx: Tx, subscription: SubscriptionState): Promise<void> {
  await tx.query(
    `insert into subscriptions (id, version, account_id, zip_code, city, state, created_at, cancelled_at)
     select $1::uuid, $2::int, $3::uuid, $4, $5, $6, $7::timestamptz, $8::timestamptz
     where not exists (select from users where id = $3 and is_deleted)
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

export async function forgetSubscriptions(tx: Tx, accountId: string): Promise<void> {
  await tx.query('delete from subscriptions where account_id = $1', [accountId]);
}
