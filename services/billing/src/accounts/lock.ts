import type { Tx } from '@closingwire/chassis/pg';
import sql from 'sql-template-tag';
import { settleAccountJob } from '../jobs.ts';
import { storedMode } from '../replicas.ts';
import { changeKind, ownZips } from './own-zips.ts';
import { publishAccount } from './publish.ts';
import type { Account, LockedAccount, Terms } from './rules.ts';
import { lockRow } from './store.ts';

type Context = { terms: Pick<Terms, 'centsPerZip'>; clock: () => Date };

/**
 * Locks the account and reads its ZIPs under the lock: the first step of every command on an account, and the only
 * source of what the rules decide from. An account of the other payment mode is moved to the stored one first.
 */
export async function lockAccount(tx: Tx, context: Context, id: string): Promise<LockedAccount | undefined> {
  const account = await lockedRow(tx, id);
  if (!account) return undefined;
  if (!account.isOfOtherMode || account.status === 'deleted') return account;
  await changeMode(tx, context, account);
  return lockedRow(tx, id);
}

/** The statements are sent together; the second is run, and so sees what is committed, once the lock is there. */
async function lockedRow(tx: Tx, id: string): Promise<LockedAccount | undefined> {
  const [account, zips] = await Promise.all([lockRow(tx, id), ownZips(tx, id)]);
  return account && ({ ...account, zips } as unknown as LockedAccount);
}

/**
 * Puts the account's payment facts aside and takes up those of the other mode, or none. Without a subscription there
 * the ZIPs are held from now on, as after a trial. Orders of the old mode are dropped.
 */
async function changeMode(tx: Tx, { terms, clock }: Context, account: Account): Promise<void> {
  const { id } = account;
  const mode = await storedMode(tx);
  await tx.send(sql`
    insert into other_mode_payments (account_id, payment_mode, stripe_customer_id, stripe_subscription_id,
      has_active_payment, payment_state, next_payment_attempt_at, amount_due_cents, ends_at, declined_method_id,
      portal_opened_at)
    select id, payment_mode, stripe_customer_id, stripe_subscription_id, has_active_payment, payment_state,
      next_payment_attempt_at, amount_due_cents, ends_at, declined_method_id, portal_opened_at
    from accounts where id = ${id} and stripe_customer_id is not null`);
  await tx.send(sql`
    update accounts a set payment_mode = ${mode}, stripe_customer_id = o.stripe_customer_id,
      stripe_subscription_id = o.stripe_subscription_id, has_active_payment = coalesce(o.has_active_payment, false),
      payment_state = coalesce(o.payment_state, 'none'), next_payment_attempt_at = o.next_payment_attempt_at,
      amount_due_cents = o.amount_due_cents, ends_at = o.ends_at, declined_method_id = o.declined_method_id,
      portal_opened_at = o.portal_opened_at, payment_read_at = null, release_at = null,
      held_since = case when o.stripe_subscription_id is null then ${clock()}::timestamptz end
    from (select 1) one left join other_mode_payments o on o.account_id = ${id} and o.payment_mode = ${mode}
    where a.id = ${id}`);
  await tx.send(sql`delete from other_mode_payments where account_id = ${id} and payment_mode = ${mode}`);
  await tx.send(sql`
    update orders set state = 'dropped', failure = ${JSON.stringify(modeChanged)}
    where account_id = ${id} and state in ('open', 'checkout')`);
  const moved = await lockRow(tx, id);
  await changeKind(tx, id, moved?.stripeSubscriptionId ? 'paid' : 'trial');
  await publishAccount(tx, id, terms.centsPerZip, ['standing-changed']);
  await settleAccountJob.enqueue(tx, { accountId: id });
}

const modeChanged = {
  kind: 'conflict',
  code: 'payment_mode_changed',
  message: 'An admin has just changed the payment mode; please order again',
  detail: {},
};
