import type { Queries } from '@closingwire/chassis/pg';
import type { Standing } from '../domain/standing.ts';

/** What an account may read: its standing, when billing has told of it, and its ZIPs. */
export type Reader = { standing: Standing | undefined; zips: string[] };

type Row = {
  trial_expires_at: Date | null;
  has_active_payment: boolean | null;
  monthly_amount_cents: number | null;
  zips: string[];
};

export async function loadReader(db: Queries, accountId: string): Promise<Reader> {
  const row = await db.one<Row>(
    `select a.trial_expires_at, a.has_active_payment, a.monthly_amount_cents,
       array(select distinct zip from subscriptions where account_id = $1 and cancelled_at is null order by zip) as zips
     from (select $1::uuid as id) asked left join accounts a using (id)`,
    [accountId],
  );
  const standing = row.trial_expires_at && {
    trialExpiresAt: row.trial_expires_at,
    hasActivePayment: row.has_active_payment === true,
    monthlyAmountCents: row.monthly_amount_cents ?? 0,
  };
  return { standing: standing ?? undefined, zips: row.zips };
}
