import type { Queries } from '@closingwire/chassis/pg';
import type { AccountState } from '@closingwire/contracts/billing';

/** Keeps the newest state of an account, unless its person was deleted. */
export async function saveAccount(db: Queries, account: AccountState): Promise<void> {
  await db.query(
    `insert into accounts as a (id, version, trial_expires_at, has_active_payment, monthly_amount_cents, payment_state)
     select $1::uuid, $2::int, $3::timestamptz, $4::boolean, $5::int, $6::text
     where not exists (select from users where id = $1 and status = 'deleted')
     on conflict (id) do update set version = excluded.version, trial_expires_at = excluded.trial_expires_at,
       has_active_payment = excluded.has_active_payment, monthly_amount_cents = excluded.monthly_amount_cents,
       payment_state = excluded.payment_state
     where a.version < excluded.version`,
    [
      account.id,
      account.version,
      account.trialExpiresAt,
      account.hasActivePayment,
      account.monthlyAmountCents,
      account.paymentState ?? null,
    ],
  );
}
