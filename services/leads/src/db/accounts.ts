import type { Queries } from '@closingwire/chassis/pg';
import type { AccountState } from '@closingwire/contracts/events/account-events';

/** Keeps the newest state of an account. */
export async function saveAccount(db: Queries, account: AccountState): Promise<void> {
  await db.query(
    `insert into accounts as a (id, version, trial_expires_at, has_active_payment, monthly_amount_cents)
     values ($1, $2, $3, $4, $5)
     on conflict (id) do update set version = excluded.version, trial_expires_at = excluded.trial_expires_at,
       has_active_payment = excluded.has_active_payment, monthly_amount_cents = excluded.monthly_amount_cents
     where a.version < excluded.version`,
    [
      account.id,
      account.version,
      account.trialExpiresAt,
      account.hasActivePayment,
      account.monthlyAmountCents,
    ],
  );
}
