import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import type { CreditRefusal } from '@closingwire/contracts/credits';
import type { Mode } from '../accounts/rules.ts';
import type { EarlierCredits, HeldZip } from './rules.ts';

export type ZipCredit = {
  id: string;
  version: number;
  accountId: string;
  zipCode: string;
  state: 'requested' | 'owed' | 'given' | 'nothing';
  requestedAt: Date;
  decidedAt: Date | null;
  amountCents: number;
  reason: CreditRefusal | null;
  mode: Mode | null;
  customerId: string | null;
  round: number;
};

const columns = sql`id, version, account_id as "accountId", zip_code as "zipCode", state,
  requested_at as "requestedAt", decided_at as "decidedAt", amount_cents as "amountCents", reason,
  payment_mode as mode, stripe_customer_id as "customerId", round`;

export type RequestedCredit = Pick<ZipCredit, 'id' | 'accountId' | 'zipCode' | 'requestedAt'>;

/** Returns false if the credit is stored already. */
export function insertCredit(tx: Tx, credit: RequestedCredit): Promise<boolean> {
  return tx.returnsRow(sql`
    insert into zip_credits (id, account_id, zip_code, state, requested_at)
    values (${credit.id}, ${credit.accountId}, ${credit.zipCode}, 'requested', ${credit.requestedAt})
    on conflict do nothing returning 1`);
}

export function findCredit(db: Queries, id: string): Promise<ZipCredit | undefined> {
  return db.maybe<ZipCredit>(sql`select ${columns} from zip_credits where id = ${id}`);
}

/** Returns when the account had a ZIP; the caller holds the account's lock. */
export function heldTimes(
  tx: Tx,
  { accountId, zipCode }: Pick<ZipCredit, 'accountId' | 'zipCode'>,
): Promise<HeldZip[]> {
  return tx.query<HeldZip>(sql`
    select kind, created_at as "createdAt", cancelled_at as "cancelledAt" from subscriptions
    where account_id = ${accountId} and zip_code = ${zipCode} order by created_at`);
}

/** Sums the credits of a period; the caller holds the account's lock. */
export function earlierCredits(
  tx: Tx,
  { accountId, zipCode }: Pick<ZipCredit, 'accountId' | 'zipCode'>,
  periodStart: Date,
): Promise<EarlierCredits> {
  return tx.one<EarlierCredits>(sql`
    select coalesce(sum(amount_cents), 0)::int as "ofAccountCents",
      coalesce(sum(amount_cents) filter (where zip_code = ${zipCode}), 0)::int as "ofZipCents"
    from zip_credits where account_id = ${accountId} and period_start = ${periodStart}`);
}

type Owed = { cents: number; mode: Mode; customerId: string; periodStart: Date };

export async function storeOwed(tx: Tx, id: string, owed: Owed, now: Date): Promise<void> {
  await tx.execute(sql`
    update zip_credits set state = 'owed', amount_cents = ${owed.cents}, payment_mode = ${owed.mode},
      stripe_customer_id = ${owed.customerId}, period_start = ${owed.periodStart}, decided_at = ${now}
    where id = ${id} and state = 'requested'`);
}

/** Changes the credit's idempotency key. */
export async function raiseRound(db: Queries, id: string): Promise<void> {
  await db.execute(sql`update zip_credits set round = round + 1 where id = ${id}`);
}

type End = { state: 'nothing'; reason: CreditRefusal } | { state: 'given'; transactionId: string };

/** Ends a credit in a new version; undefined if it has ended before. */
export function storeEnd(tx: Tx, id: string, end: End, now: Date): Promise<ZipCredit | undefined> {
  const { reason, transactionId } = { reason: null, transactionId: null, ...end };
  return tx.maybe<ZipCredit>(sql`
    update zip_credits set state = ${end.state}, version = version + 1, reason = ${reason},
      amount_cents = case when ${end.state} = 'nothing' then 0 else amount_cents end,
      transaction_id = ${transactionId}, decided_at = coalesce(decided_at, ${now})
    where id = ${id} and state in ('requested', 'owed') returning ${columns}`);
}
