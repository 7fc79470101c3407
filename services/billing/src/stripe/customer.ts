import { createHash } from 'node:crypto';
import { AppError } from '@closingwire/chassis/app-error';
import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import type { Stripe } from 'stripe';
import { lockInPass } from '../accounts/lock.ts';
import { customersOf, isSetupOverdue, raiseChargeRound, storeCustomerId } from '../accounts/passes.ts';
import type { Account, Mode } from '../accounts/rules.ts';
import { findAccount } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { settleAccountJob } from '../jobs.ts';
import * as access from './access.ts';

const fullName = ({ firstName, lastName }: Account) => `${firstName} ${lastName}`.trim();

export const detailsOf = (account: Account) => ({ email: account.email, name: fullName(account) });

/** Returns a short hash of these facts, for idempotency keys. */
export const hashOf = (facts: unknown) =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 32);

/**
 * Returns the account's customer in this mode. Creates one if the account has none, or if the provider does not know
 * it (`isKnown`).
 */
export async function customerOf(
  { pg, stripe }: Billing,
  account: Account,
  mode: Mode,
  { isKnown = true }: { isKnown?: boolean } = {},
): Promise<string> {
  const before = account.stripeCustomerId;
  if (before !== null && isKnown) return before;
  const details = { ...detailsOf(account), metadata: { accountId: account.id } };
  const customer = await access
    .askStripe(stripe, mode, client =>
      client.customers.create(details, {
        idempotencyKey: `customer:${account.id}:${hashOf([before, account.chargeRound, details])}`,
      }),
    )
    .catch(async error => {
      if (access.isStoredFault(error)) await raiseChargeRound(pg, account.id);
      throw error;
    });
  const stored = await pg.transaction(async tx => {
    const now = await lockInPass(tx, account.id);
    await storeCustomerId(tx, account.id, { customerId: customer.id, before, mode });
    if (now?.status === 'deleted') await settleAccountJob.enqueue(tx, { accountId: account.id });
    return findAccount(tx, account.id);
  });
  if (stored?.stripeCustomerId != null && stored.paymentMode === mode) return stored.stripeCustomerId;
  throw new AppError('unavailable', 'order_under_way', 'The payment mode has just changed; try again');
}

/**
 * Calls the provider with the account's customer. If the provider does not know the customer, creates another one and
 * calls again.
 */
export async function withCustomer<Result>(
  billing: Billing,
  account: Account,
  mode: Mode,
  call: (client: Stripe, customer: string) => Promise<Result>,
): Promise<Result> {
  const ask = (customer: string) => access.askStripe(billing.stripe, mode, client => call(client, customer));
  return ask(await customerOf(billing, account, mode)).catch(async error => {
    if (!access.isUnknown(error)) throw error;
    return ask(await customerOf(billing, account, mode, { isKnown: false }));
  });
}

/** Sends the user's address and name to the provider in both modes. It mails receipts and reminders to that address. */
export async function updateCustomer({ pg, stripe }: Billing, accountId: string): Promise<void> {
  const account = await findAccount(pg, accountId);
  if (account === undefined || account.status === 'deleted') return;
  for (const { mode, customerId } of await customersOf(pg, accountId)) {
    if (!stripe.hasKeys(mode)) continue;
    await access
      .askStripe(stripe, mode, client => client.customers.update(customerId, detailsOf(account)))
      .catch(access.ignoreUnknown);
  }
}

const ended = new Set<Stripe.Subscription.Status>(['canceled', 'incomplete_expired']);

/** Ignores the error that a listed page, subscription or card no longer exists at the provider. */
async function ignoringGone(call: Promise<unknown>): Promise<void> {
  await call.catch(error => {
    if (!access.isGone(error)) throw error;
  });
}

async function close(client: Stripe, customer: string): Promise<void> {
  const { data: sessions } = await client.checkout.sessions.list({ customer, limit: 100 });
  for (const { id, status } of sessions) {
    if (status === 'open') await ignoringGone(client.checkout.sessions.expire(id));
  }
  const { data: subscriptions } = await client.subscriptions.list({ customer, status: 'all', limit: 100 });
  for (const { id, status } of subscriptions) {
    if (!ended.has(status)) await ignoringGone(client.subscriptions.cancel(id));
  }
  const { data: methods } = await client.customers.listPaymentMethods(customer, { limit: 100 });
  for (const { id } of methods) await ignoringGone(client.paymentMethods.detach(id));
  const kept = await client.customers.retrieve(customer);
  // The provider sends an event of this update, which starts this job again. So update only a customer that still has
  // data.
  if (kept.deleted || !(kept.email || kept.name || kept.phone)) return;
  await client.customers.update(customer, { email: '', name: '', phone: '' });
}

/**
 * Ends all charges of a customer and clears their cards, name and address at the provider. Invoices stay, for the
 * books. Reads before each step, so running it again changes nothing.
 */
export async function closeCustomer(
  stripe: access.StripeAccess,
  mode: Mode,
  customer: string,
): Promise<void> {
  await access.askStripe(stripe, mode, client => close(client, customer)).catch(access.ignoreUnknown);
}

type NewSetup = { id: string; accountId: string; mode: Mode };

export async function insertCardSetup(
  db: Queries,
  { id, accountId, mode }: NewSetup,
  now: Date,
): Promise<void> {
  await db.execute(sql`
    insert into card_setups (id, account_id, payment_mode, created_at) values (${id}, ${accountId}, ${mode}, ${now})
    on conflict do nothing`);
}

/** Records that a card setup has succeeded. The next pass uses it. */
export async function reportCardSetup(tx: Tx, { id, accountId, mode }: NewSetup, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into card_setups (id, account_id, payment_mode, created_at, reported_at)
    values (${id}, ${accountId}, ${mode}, ${now}, ${now})
    on conflict (id) do update set reported_at = ${now} where card_setups.finished_at is null`);
}

type DueSetup = { id: string; reportedAt: Date | null };

/** Returns the unfinished card setups that an event reported, or that are overdue without one. */
function cardSetupsToUse(
  db: Queries,
  account: { id: string },
  { mode, now }: { mode: Mode; now: Date },
): Promise<DueSetup[]> {
  return db.query<DueSetup>(sql`
    select id, reported_at as "reportedAt" from card_setups
    where account_id = ${account.id} and payment_mode = ${mode} and finished_at is null
      and (reported_at is not null or ${isSetupOverdue(now)})
    order by created_at, id`);
}

export function isCardSetupFinished(db: Queries, id: string): Promise<boolean> {
  return db.returnsRow(sql`select 1 from card_setups where id = ${id} and finished_at is not null`);
}

/** Stores that a pass has looked at the setup. Keeps a report that arrived during the pass. */
async function storeLook(db: Queries, { id, reportedAt }: DueSetup, finishedAt: Date | null): Promise<void> {
  await db.execute(sql`
    update card_setups set finished_at = ${finishedAt},
      reported_at = case when date_trunc('milliseconds', reported_at)
        is not distinct from ${reportedAt}::timestamptz then null else reported_at end
    where id = ${id} and finished_at is null`);
}

/** Makes a card the customer's default. Returns false if the provider refuses it: the user has removed it. */
export async function isCardUsed(
  { stripe }: Billing,
  mode: Mode,
  { customer, methodId }: { customer: string; methodId: string },
): Promise<boolean> {
  try {
    await access.askStripe(stripe, mode, client =>
      client.customers.update(customer, { invoice_settings: { default_payment_method: methodId } }),
    );
    return true;
  } catch (error) {
    if (access.isRefused(error) || access.isUnknown(error)) return false;
    throw error;
  }
}

/** Makes the card of each succeeded setup the default, but only once: a repeated report must not replace a newer card. */
export async function useCardSetups(billing: Billing, account: Account, mode: Mode): Promise<void> {
  const { pg, stripe, clock } = billing;
  const customer = account.stripeCustomerId;
  if (customer === null) return;
  for (const setup of await cardSetupsToUse(pg, account, { mode, now: clock() })) {
    const intent = await access
      .askStripe(stripe, mode, client => client.setupIntents.retrieve(setup.id))
      .catch(access.ignoreUnknown);
    const methodId = intent?.payment_method;
    const isDone = intent?.customer === customer && intent.status === 'succeeded';
    if (isDone && typeof methodId === 'string') await isCardUsed(billing, mode, { customer, methodId });
    await storeLook(pg, setup, isDone ? clock() : null);
  }
}
