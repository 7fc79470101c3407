import type { Queries } from '@closingwire/chassis/pg';
import type { AccountState } from '@closingwire/contracts/billing';

/** Stores what billing publishes of a user who is here; an older state than the kept one changes nothing. */
export async function keepAccountCopy(pg: Queries, state: AccountState): Promise<void> {
  await pg.query(
    `insert into account_copies as kept
       (user_id, version, trial_days, trial_expires_at, has_active_payment, stripe_customer_id)
     select id, $2, $3, $4, $5, $6 from users where id = $1
     on conflict (user_id) do update set version = excluded.version, trial_days = excluded.trial_days,
       trial_expires_at = excluded.trial_expires_at, has_active_payment = excluded.has_active_payment,
       stripe_customer_id = excluded.stripe_customer_id
     where kept.version < excluded.version`,
    [
      state.id,
      state.version,
      state.trialDays,
      state.trialExpiresAt,
      state.hasActivePayment,
      state.stripeCustomerId,
    ],
  );
}
