import { AppError } from '@closingwire/chassis/app-error';
import { once } from '@closingwire/chassis/consume';
import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import { zipCreditDecided } from '@closingwire/contracts/credits';
import { leadCreditRequested } from '@closingwire/contracts/leads';
import type { Stripe } from 'stripe';
import { lockAccount } from '../accounts/lock.ts';
import type { Mode } from '../accounts/rules.ts';
import { findAccount } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { giveCreditJob } from '../jobs.ts';
import { storedMode } from '../replicas.ts';
import { askStripe, isStoredFault, isUnknown, type StripeAccess } from '../stripe/access.ts';
import { readMonth } from './paid-month.ts';
import { decideCredit } from './rules.ts';
import * as store from './store.ts';

/** Stores a requested credit and enqueues its job. The flag's id makes a repeated request the same credit. */
export const onCreditRequested = (billing: Billing) =>
  once(leadCreditRequested, async ({ data: { id, userId, zipCode, requestedAt } }, tx) => {
    if (!(await lockAccount(tx, billing, userId)))
      throw new AppError('missing', 'account_unknown', `No account yet for the user ${userId}`);
    const credit = { id, accountId: userId, zipCode, requestedAt: new Date(requestedAt) };
    if (await store.insertCredit(tx, credit))
      await giveCreditJob.enqueue(tx, { accountId: userId, creditId: id });
  });

/** Ends a credit and publishes it; changes nothing if it has ended before. */
async function end(
  tx: Tx,
  id: string,
  outcome: Parameters<typeof store.storeEnd>[2],
  now: Date,
): Promise<void> {
  const credit = await store.storeEnd(tx, id, outcome, now);
  if (!credit) return;
  const { version, accountId, zipCode, amountCents, reason } = credit;
  const decidedAt = (credit.decidedAt ?? now).toISOString();
  await publish(tx, zipCreditDecided, { id, version, accountId, zipCode, amountCents, reason, decidedAt });
}

/**
 * Decides a credit under the account's lock, from a reading of the provider just before. No other job changes the
 * account at the provider meanwhile: they share a queue.
 */
async function decide(billing: Billing, { id, accountId, zipCode }: store.ZipCredit): Promise<void> {
  const { pg, stripe, clock, terms } = billing;
  const read = await findAccount(pg, accountId);
  if (!read) throw new AppError('missing', 'account_unknown', `No account of the user ${accountId}`);
  const mode = read.paymentMode ?? (await storedMode(pg));
  const month = await readMonth(stripe, mode, read);
  await pg.transaction(async tx => {
    const account = await lockAccount(tx, billing, accountId);
    const customerId = account?.stripeCustomerId ?? null;
    if (!account || customerId !== read.stripeCustomerId)
      throw new AppError('unavailable', 'order_under_way', 'The account has just changed; try again');
    const now = clock();
    const ofZip = { accountId, zipCode };
    const periodStart = month.kind === 'paid' ? month.start : now;
    const facts = {
      isDeleted: account.status === 'deleted',
      held: await store.heldTimes(tx, ofZip),
      month,
      earlier: await store.earlierCredits(tx, ofZip, periodStart),
    };
    const decision = decideCredit(facts, terms, now);
    if (decision.kind === 'nothing' || customerId === null) {
      const reason = decision.kind === 'nothing' ? decision.reason : 'unpaid';
      return end(tx, id, { state: 'nothing', reason }, now);
    }
    await store.storeOwed(tx, id, { cents: decision.cents, mode, customerId, periodStart }, now);
  });
}

/** More changes of a balance are not expected of one customer. */
const MOST_TRANSACTIONS = 1_000;

/** Returns the provider's transactions of a credit: one if it is given. */
export async function transactionsOf(
  stripe: StripeAccess,
  mode: Mode,
  customerId: string,
  creditId: string,
): Promise<Stripe.CustomerBalanceTransaction[]> {
  const known = await askStripe(stripe, mode, client =>
    client.customers
      .listBalanceTransactions(customerId, { limit: 100 })
      .autoPagingToArray({ limit: MOST_TRANSACTIONS }),
  );
  return known.filter(({ metadata }) => metadata?.creditId === creditId);
}

type Owed = store.ZipCredit & { mode: Mode; customerId: string };

/**
 * Returns the provider's transaction of a credit, and makes it if the provider has none: its idempotency keys end
 * after a day, and a job may be repeated later.
 */
async function transactionOf({ stripe, terms }: Billing, credit: Owed): Promise<string> {
  const { id, zipCode, amountCents, mode, customerId, round } = credit;
  const [known] = await transactionsOf(stripe, mode, customerId, id);
  if (known) return known.id;
  const transaction: Stripe.CustomerCreateBalanceTransactionParams = {
    amount: -amountCents,
    currency: terms.currency,
    description: `Credit for a wrong contact in ZIP code ${zipCode}`,
    metadata: { creditId: id, zipCode },
  };
  const idempotencyKey = `credit:${id}:${round}`;
  const made = await askStripe(stripe, mode, client =>
    client.customers.createBalanceTransaction(customerId, transaction, { idempotencyKey }),
  );
  return made.id;
}

/**
 * Decides a credit and gives it as a credit of the provider, which the next invoice uses. Every step reads first, so a
 * killed or repeated job gives it once.
 */
export async function giveCredit(billing: Billing, creditId: string): Promise<void> {
  const { pg, clock } = billing;
  const requested = await store.findCredit(pg, creditId);
  if (requested?.state === 'requested') await decide(billing, requested);
  const owed = await store.findCredit(pg, creditId);
  if (owed?.state !== 'owed') return;
  try {
    const transactionId = await transactionOf(billing, owed as Owed);
    await pg.transaction(tx => end(tx, creditId, { state: 'given', transactionId }, clock()));
  } catch (error) {
    if (isStoredFault(error)) await store.raiseRound(pg, creditId);
    if (!isUnknown(error)) throw error;
    await pg.transaction(tx => end(tx, creditId, { state: 'nothing', reason: 'customer-gone' }, clock()));
  }
}
