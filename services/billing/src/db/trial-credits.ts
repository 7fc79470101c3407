import type { Tx } from '@closingwire/chassis/pg';

/** Notes a credit; false when it was given before. */
export async function isNewCredit(
  tx: Tx,
  credit: { creditId: string; accountId: string; trialDays: number },
  now: Date,
): Promise<boolean> {
  const added = await tx.maybe(
    `insert into trial_credits (id, account_id, trial_days, credited_at) values ($1, $2, $3, $4)
     on conflict do nothing returning 1 as added`,
    [credit.creditId, credit.accountId, credit.trialDays, now],
  );
  return added !== undefined;
}
