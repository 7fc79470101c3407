import { once } from 'node:events';
import { AppError } from '@closingwire/chassis/app-error';
import type { Tx } from '@closingwire/chassis/pg';
import { lockAccount } from '../accounts/lock.ts';
import { passOutcome, toError } from '../accounts/passes.ts';
import type { LockedAccount } from '../accounts/rules.ts';
import type { Billing } from '../billing.ts';
import { settleAccountJob } from '../jobs.ts';
import type { Order } from './rules.ts';
import { findOrder } from './store.ts';

/** Below the gateway's timeout, so that the caller gets this error instead. */
const patienceMs = 25_000;
/** The pause between two reads: `passNews` has no news of passes in other processes. */
const lookMs = 250;

/** A pass to wait for: one of the account with a higher number than `after`. */
export type AwaitedPass = { accountId: string; after: number };

/** Enqueues a pass. The caller's transaction holds the account's lock. */
export async function askToSettle(tx: Tx, account: LockedAccount): Promise<AwaitedPass> {
  await settleAccountJob.enqueue(tx, { accountId: account.id });
  return { accountId: account.id, after: account.lastPass };
}

/** Calls `look` until it returns a value, at the latest after `patienceMs`. Throws the error of a failed pass. */
async function untilSettled<Found>(
  { pg, passNews }: Billing,
  { accountId, after }: AwaitedPass,
  look: (donePass: number) => Promise<Found | undefined>,
): Promise<Found> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(lookMs)]);
    const news = once(passNews, accountId, { signal }).catch(() => {});
    try {
      const { donePass, failedPass, error } = await passOutcome(pg, accountId);
      const found = await look(donePass);
      if (found !== undefined) return found;
      if (failedPass > after && error) throw toError(error);
      await news;
    } finally {
      stop.abort();
    }
  }
  const text = 'Your order is still being charged; look at your ZIP codes in a moment';
  throw new AppError('unavailable', 'order_under_way', text);
}

/** Waits until a pass has carried out the order, and returns it. Throws the reason if it was dropped. */
export async function orderSettled(billing: Billing, pass: AwaitedPass, orderId: string): Promise<Order> {
  const order = await untilSettled(billing, pass, async () => {
    const found = await findOrder(billing.pg, orderId);
    return found?.state === 'open' ? undefined : found;
  });
  if (order.state === 'dropped' && order.failure) throw toError(order.failure);
  return order;
}

/** Runs a pass that begins after this call and waits until it ends. `record` runs under the account's lock. */
export async function settleNow(
  billing: Billing,
  accountId: string,
  record: (tx: Tx, account: LockedAccount) => Promise<void> = async () => {},
): Promise<void> {
  const pass = await billing.pg.transaction(async tx => {
    const account = await lockAccount(tx, billing, accountId);
    if (!account) throw new AppError('missing', 'account_unknown', 'This user has no account');
    await record(tx, account);
    return askToSettle(tx, account);
  });
  await untilSettled(billing, pass, async donePass => (donePass > pass.after ? true : undefined));
}
