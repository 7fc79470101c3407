import { AppError, type Kind } from '@closingwire/chassis/app-error';
import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import { HAS_BILLABLE_ZIP } from './own-zips.ts';
import type { PaymentStanding } from './payment-standing.ts';
import type { Locked, LockedAccount, Mode } from './rules.ts';
import { accountIds } from './store.ts';

export type Pass = { number: number; mode: Mode; readAt: Date };

export const isInMode = ({ paymentMode }: Pick<LockedAccount, 'paymentMode'>, { mode }: Pass): boolean =>
  (paymentMode ?? mode) === mode;

/**
 * Starts a pass. The sweep takes the account with the oldest start of a pass first, so an account whose passes fail
 * does not delay the others.
 */
export async function beginPass(tx: Tx, account: LockedAccount, mode: Mode, now: Date): Promise<Pass> {
  const { number } = await tx.one<{ number: number }>(sql`
    update accounts set last_pass = last_pass + 1, last_pass_at = ${now},
      payment_mode = case when stripe_customer_id is not null then coalesce(payment_mode, ${mode}) else payment_mode end
    where id = ${account.id}
    returning last_pass::int as number`);
  return { number, mode, readAt: now };
}

/**
 * Stores the standing that a pass has read. Returns false if a later pass has stored one: the job of this pass was
 * taken for dead.
 */
export async function storePayment(
  tx: Tx,
  account: { id: string } & Locked,
  standing: PaymentStanding,
  pass: Pass,
): Promise<boolean> {
  const stored = await tx.maybe(sql`
    update accounts set stripe_subscription_id = ${standing.stripeSubscriptionId},
      has_active_payment = ${standing.hasActivePayment}, payment_state = ${standing.paymentState},
      next_payment_attempt_at = ${standing.nextPaymentAttemptAt}, amount_due_cents = ${standing.amountDueCents},
      ends_at = ${standing.endsAt}, payment_read_at = ${pass.readAt}, stored_pass = ${pass.number}
    where id = ${account.id} and stored_pass <= ${pass.number} returning 1 as stored`);
  return stored !== undefined;
}

/** The error of a pass or an order, stored for the callers who wait for it. */
export type StoredFailure = { kind: Kind; code: string; message: string; detail: Record<string, unknown> };

export const storedFailure = (error: unknown): StoredFailure =>
  error instanceof AppError
    ? { kind: error.kind, code: error.code, message: error.message, detail: error.detail }
    : { kind: 'broken', code: 'internal', message: 'Something went wrong on our side', detail: {} };

export const toError = ({ kind, code, message, detail }: StoredFailure): AppError =>
  new AppError(kind, code, message, { detail });

/** Stores why a pass failed. Its job retries; waiting callers receive the error. */
export async function failPass(db: Queries, accountId: string, pass: Pass, error: unknown): Promise<void> {
  await db.execute(sql`
    update accounts set failed_pass = ${pass.number}, pass_error = ${JSON.stringify(storedFailure(error))}
    where id = ${accountId} and failed_pass < ${pass.number}`);
}

export async function endPass(db: Queries, accountId: string, pass: Pass): Promise<void> {
  await db.execute(sql`
    update accounts set done_pass = ${pass.number} where id = ${accountId} and done_pass < ${pass.number}`);
}

export type PassOutcome = { donePass: number; failedPass: number; error: StoredFailure | null };

export function passOutcome(db: Queries, accountId: string): Promise<PassOutcome> {
  return db.one<PassOutcome>(sql`
    select done_pass::int as "donePass", failed_pass::int as "failedPass", pass_error as error
    from accounts where id = ${accountId}`);
}

/**
 * Changes the account's idempotency keys. The provider stores a fault of its own under the key, so the next attempt
 * needs another one.
 */
export async function raiseChargeRound(db: Queries, accountId: string): Promise<void> {
  await db.execute(sql`update accounts set charge_round = charge_round + 1 where id = ${accountId}`);
}

/** Records that the first charge on a card failed. Returns false if that was known. */
export async function storeDecline(tx: Tx, account: LockedAccount, methodId: string): Promise<boolean> {
  const updated = await tx.maybe(sql`
    update accounts set declined_method_id = ${methodId}, has_active_payment = false
    where id = ${account.id} and declined_method_id is distinct from ${methodId} returning 1 as updated`);
  return updated !== undefined;
}

/**
 * Stores the account's customer in this mode, unless another call has replaced `before`. `before` is null, or a
 * customer whom the provider does not know.
 */
export async function storeCustomerId(
  db: Queries,
  id: string,
  { customerId, before, mode }: { customerId: string; before: string | null; mode: Mode },
): Promise<void> {
  await db.execute(sql`
    update accounts set stripe_customer_id = ${customerId}, payment_mode = ${mode}
    where id = ${id} and stripe_customer_id is not distinct from ${before}
      and coalesce(payment_mode, ${mode}) = ${mode}`);
}

/** Records when the user opened the billing portal, where they may add a card. */
export async function recordPortalVisit(db: Queries, id: string, now: Date): Promise<void> {
  await db.execute(sql`update accounts set portal_opened_at = ${now} where id = ${id}`);
}

/** Clears the scheduled end of the subscription in the account. */
export async function clearEnd(tx: Tx, account: LockedAccount): Promise<void> {
  await tx.execute(sql`update accounts set ends_at = null where id = ${account.id}`);
}

/** SQL of account `a`: its customer in each payment mode. */
export const CUSTOMERS = sql`
  select a.payment_mode as mode, a.stripe_customer_id as customer_id where a.stripe_customer_id is not null
  union all select o.payment_mode, o.stripe_customer_id from other_mode_payments o where o.account_id = a.id`;

export type Customer = { mode: Mode; customerId: string };

export function customersOf(db: Queries, accountId: string): Promise<Customer[]> {
  return db.query<Customer>(sql`
    select mode, customer_id as "customerId" from accounts a cross join lateral (${CUSTOMERS}) customers
    where a.id = ${accountId}`);
}

const IS_OF_OTHER_MODE = sql`payment_mode <> stored_payment_mode() and status <> 'deleted'`;

/**
 * SQL that is true of a card setup that is old enough: the provider should know its result, although no event reported
 * it.
 */
export const isSetupOverdue = (now: Date) => sql`created_at between ${now}::timestamptz - interval '1 day'
  and ${now}::timestamptz - interval '2 minutes'`;

/**
 * Returns the accounts to check without an event. Urgent ones come first: an order that a killed process left, a
 * checkout or card without a result, an account not yet in the stored mode. Then come customers with unpaid ZIPs,
 * checked hourly, and the others, checked daily. In each group the account with the oldest pass comes first.
 */
export function accountsToSettle(db: Queries, now: Date, limit: number): Promise<string[]> {
  return accountIds(
    db,
    sql`
    with due as (
      select account_id as id, true as is_urgent from orders
      where state = 'open' and created_at < ${now}::timestamptz - interval '1 minute'
        or state = 'checkout' and checkout_expires_at < ${now}::timestamptz - interval '2 minutes'
      union
      select account_id, true from card_setups
      where finished_at is null and ${isSetupOverdue(now)}
      union
      select id, false from accounts a
      where stripe_customer_id is not null and status = 'active'
        and (last_pass_at is null or last_pass_at < ${now}::timestamptz - interval '1 day'
          or last_pass_at < ${now}::timestamptz - interval '1 hour' and stripe_subscription_id is null
            and ${HAS_BILLABLE_ZIP})
      union
      select id, true from accounts where ${IS_OF_OTHER_MODE})
    select a.id from due join accounts a using (id) group by a.id
    order by bool_or(is_urgent) desc, a.last_pass_at nulls first limit ${limit}`,
  );
}

/** Returns the next accounts, by id, whose payment mode differs from the mode in the settings. */
export function accountsOfOtherMode(
  db: Queries,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  return accountIds(
    db,
    sql`
    select id from accounts
    where ${IS_OF_OTHER_MODE} and id > ${after}
    order by id limit ${limit}`,
  );
}
