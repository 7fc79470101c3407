import { asUser, type Caller } from '@closingwire/chassis/identity';
import type { Queries } from '@closingwire/chassis/pg';
import type { RouteDeps } from '../context.ts';
import { newStanding, type OwnZips, readableOf, type Standing } from './standing.ts';

/** What an account may read: its standing, when billing has published it, and its ZIPs. */
export type Reader = { standing: Standing | undefined; zips: OwnZips };

type Row = {
  trial_expires_at: Date | null;
  has_active_payment: boolean | null;
  payment_state: Standing['paymentState'];
  monthly_amount_cents: number | null;
  granted: string[];
  charged: string[];
};

export async function findReader(db: Queries, accountId: string): Promise<Reader> {
  const row = await db.one<Row>(
    `select a.trial_expires_at, a.has_active_payment, a.payment_state, a.monthly_amount_cents,
       array(select zip from subscriptions where account_id = $1 and cancelled_at is null
             and kind = 'granted' order by zip) as granted,
       array(select zip from subscriptions where account_id = $1 and cancelled_at is null
             and kind is distinct from 'granted' order by zip) as charged
     from (select $1::uuid as id) asked left join accounts a using (id)`,
    [accountId],
  );
  const standing = row.trial_expires_at && {
    trialExpiresAt: row.trial_expires_at,
    hasActivePayment: row.has_active_payment === true,
    paymentState: row.payment_state,
    monthlyAmountCents: row.monthly_amount_cents ?? 0,
  };
  return { standing: standing ?? undefined, zips: { granted: row.granted, charged: row.charged } };
}

type Account = { id: string; activatedAt: Date };

/** The ZIPs that an account may read now, by its id; see `readableZips` for a caller. */
export async function zipsOfAccount(
  { pg, clock, trialDays }: RouteDeps,
  { id, activatedAt }: Account,
  asked: string | undefined,
): Promise<string[]> {
  const { standing, zips } = await findReader(pg, id);
  return readableOf(standing ?? newStanding(activatedAt, trialDays), zips, clock(), asked);
}

/**
 * The ZIPs whose leads this user may read now; throws `payment-required` when there is none, or the one that is
 * asked for is not paid.
 */
export async function readableZips(deps: RouteDeps, caller: Caller, asked?: string): Promise<string[]> {
  return zipsOfAccount(deps, asUser(caller), asked);
}
