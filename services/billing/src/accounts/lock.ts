import { sql, type Tx } from '@closingwire/chassis/pg';
import { closePageJob, settleAccountJob } from '../jobs.ts';
import { storedMode } from '../replicas.ts';
import { changeKind, ownZips } from './own-zips.ts';
import { publishAccount } from './publish.ts';
import type { Account, LockedAccount, Price } from './rules.ts';
import { lockRow } from './store.ts';

type Context = { terms: Price; clock: () => Date };

/**
 * Locks the account and reads its ZIPs under the lock. Every command begins with it, and rules decide only from this
 * reading. If the payment mode has changed, it first moves the account to the stored mode.
 */
export async function lockAccount(tx: Tx, context: Context, id: string): Promise<LockedAccount | undefined> {
  const account = await lockInPass(tx, id);
  if (!account) return undefined;
  if (!account.isOfOtherMode || account.status === 'deleted') return account;
  await changeMode(tx, context, account);
  return lockInPass(tx, id);
}

/**
 * Locks the account for a pass, and does not move it to the stored mode. Moving it would lose the order that the pass
 * has just charged. The pass compares `paymentMode` with its own mode.
 */
export async function lockInPass(tx: Tx, id: string): Promise<LockedAccount | undefined> {
  // Sends both statements at once. The second runs when the first has the lock, so it sees all commits.
  const [account, zips] = await Promise.all([lockRow(tx, id), ownZips(tx, id)]);
  return account && ({ ...account, zips } as unknown as LockedAccount);
}

export const IS_PENDING = sql`state in ('open', 'checkout')`;

/**
 * Moves the account to the stored mode: stores its payment facts of the old mode and loads earlier ones of the new
 * mode. If that mode has no subscription, the ZIPs are kept for a time, as after a trial. Drops the orders of the old
 * mode.
 */
async function changeMode(tx: Tx, { terms, clock }: Context, account: Account): Promise<void> {
  const { id } = account;
  const mode = await storedMode(tx);
  await tx.execute(sql`
    insert into other_mode_payments (account_id, payment_mode, stripe_customer_id, stripe_subscription_id,
      has_active_payment, payment_state, next_payment_attempt_at, amount_due_cents, ends_at, declined_method_id,
      portal_opened_at, release_at, held_since)
    select id, payment_mode, stripe_customer_id, stripe_subscription_id, has_active_payment, payment_state,
      next_payment_attempt_at, amount_due_cents, ends_at, declined_method_id, portal_opened_at,
      release_at, held_since
    from accounts where id = ${id} and stripe_customer_id is not null`);
  await tx.execute(sql`
    update accounts a set payment_mode = ${mode}, stripe_customer_id = o.stripe_customer_id,
      stripe_subscription_id = o.stripe_subscription_id, has_active_payment = coalesce(o.has_active_payment, false),
      payment_state = coalesce(o.payment_state, 'none'), next_payment_attempt_at = o.next_payment_attempt_at,
      amount_due_cents = o.amount_due_cents, ends_at = o.ends_at, declined_method_id = o.declined_method_id,
      portal_opened_at = o.portal_opened_at, payment_read_at = null,
      release_at = case when o.account_id is not null then o.release_at
        when a.stripe_subscription_id is null then a.release_at end,
      held_since = case when o.account_id is not null then o.held_since
        when a.stripe_subscription_id is null then a.held_since else ${clock()}::timestamptz end
    from (select 1) one left join other_mode_payments o on o.account_id = ${id} and o.payment_mode = ${mode}
    where a.id = ${id}`);
  await tx.execute(sql`delete from other_mode_payments where account_id = ${id} and payment_mode = ${mode}`);
  await enqueuePages(tx, account);
  await tx.execute(sql`
    update orders set state = 'dropped', failure = ${JSON.stringify(modeChanged)}
    where account_id = ${id} and ${IS_PENDING}`);
  const moved = await lockRow(tx, id);
  await changeKind(tx, id, moved?.stripeSubscriptionId ? 'paid' : 'trial');
  await publishAccount(tx, id, terms, ['standing-changed']);
  await settleAccountJob.enqueue(tx, { accountId: id });
}

/** Enqueues the closing of the old mode's checkout pages. A payment there would count for nothing. */
async function enqueuePages(tx: Tx, { id, paymentMode }: Account): Promise<void> {
  const pages = await tx.query<{ sessionId: string }>(sql`
    select checkout_session_id as "sessionId" from orders where account_id = ${id} and state = 'checkout'`);
  for (const { sessionId } of pages) {
    if (paymentMode) await closePageJob.enqueue(tx, { accountId: id, mode: paymentMode, sessionId });
  }
}

const modeChanged = {
  kind: 'conflict',
  code: 'payment_mode_changed',
  message: 'An admin has just changed the payment mode; please order again',
  detail: {},
};
