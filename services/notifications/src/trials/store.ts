import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { AccountState } from '@closingwire/contracts/billing';

/** Keeps the newest state, unless its person was deleted. */
export async function keepTrial(tx: Tx, account: AccountState): Promise<void> {
  await tx.query(
    `insert into trials (account_id, version, expires_at, has_active_payment, zip_count, monthly_amount_cents,
       payment_state, granted_zip_count)
     select $1::uuid, $2::int, $3::timestamptz, $4::boolean, $5::int, $6::int, $7::text, $8::int
     where not exists (select from users where id = $1 and is_deleted)
     on conflict (account_id) do update set version = excluded.version, expires_at = excluded.expires_at,
       has_active_payment = excluded.has_active_payment, zip_count = excluded.zip_count,
       monthly_amount_cents = excluded.monthly_amount_cents, payment_state = excluded.payment_state,
       granted_zip_count = excluded.granted_zip_count
     where trials.version < excluded.version`,
    [
      account.id,
      account.version,
      account.trialExpiresAt,
      account.hasActivePayment,
      account.zipCount - (account.grantedZipCount ?? 0),
      account.monthlyAmountCents,
      account.paymentState ?? 'none',
      account.grantedZipCount ?? 0,
    ],
  );
}

export async function forgetTrial(tx: Tx, accountId: string): Promise<void> {
  await tx.query('delete from trials where account_id = $1', [accountId]);
}

export type UnpaidTrial = {
  accountId: string;
  email: string;
  firstName: string;
  expiresAt: Date;
  zipCount: number;
  monthlyAmountCents: number;
};

const unpaidTrial = `
  select account_id as "accountId", email, first_name as "firstName", expires_at as "expiresAt",
         zip_count as "zipCount", monthly_amount_cents as "monthlyAmountCents"
  from trials join users on users.id = account_id
  where not has_active_payment and is_active and not is_admin and email_notifications
    and not exists (select from opt_outs where user_id = account_id)`;

/** Not of a subscription that ended, nor where nothing closes because all ZIPs were granted. */
const remindable = `${unpaidTrial} and payment_state = 'none' and (zip_count > 0 or granted_zip_count = 0)`;

/**
 * Those who may get a trial mail (no payment method, no admin, notices wanted) and whose trial ends in (after, until].
 */
export function unpaidTrialsEnding(
  queries: Queries,
  { after, until }: { after: Date | null; until: Date },
): Promise<UnpaidTrial[]> {
  return queries.query<UnpaidTrial>(
    `${remindable} and ($1::timestamptz is null or expires_at > $1) and expires_at <= $2 order by expires_at`,
    [after, until],
  );
}

export function unpaidTrialOf(queries: Queries, accountId: string): Promise<UnpaidTrial | undefined> {
  return queries.maybe<UnpaidTrial>(`${unpaidTrial} and account_id = $1`, [accountId]);
}

export function remindableTrialOf(queries: Queries, accountId: string): Promise<UnpaidTrial | undefined> {
  return queries.maybe<UnpaidTrial>(`${remindable} and account_id = $1`, [accountId]);
}
