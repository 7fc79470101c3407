import { AppError } from '@closingwire/chassis/app-error';
import type { Queries } from '@closingwire/chassis/pg';
import type { Stripe } from 'stripe';
import type { Account } from '../accounts/rules.ts';
import { findAccount, storeCustomerId } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { askStripe, type StripeAccess } from './access.ts';

/** The account's customer at the provider, made on first need. */
export async function customerOf({ pg, stripe }: Billing, account: Account): Promise<string> {
  if (account.stripeCustomerId !== null) return account.stripeCustomerId;
  const customer = await askStripe(stripe, client =>
    client.customers.create(
      { email: account.email, name: fullName(account), metadata: { accountId: account.id } },
      // The details may have changed since a call that died halfway: then this is another intent.
      { idempotencyKey: `customer:${account.id}:${account.version}` },
    ),
  );
  await storeCustomerId(pg, account.id, customer.id);
  const stored = await findAccount(pg, account.id);
  return stored?.stripeCustomerId ?? customer.id;
}

const fullName = ({ firstName, lastName }: Account) => `${firstName} ${lastName}`.trim();

const ended = new Set<Stripe.Subscription.Status>(['canceled', 'incomplete_expired']);

async function close(client: Stripe, customer: string): Promise<void> {
  const { data: subscriptions } = await client.subscriptions.list({ customer, status: 'all', limit: 100 });
  for (const { id, status } of subscriptions) if (!ended.has(status)) await client.subscriptions.cancel(id);
  const { data: methods } = await client.customers.listPaymentMethods(customer, { limit: 100 });
  for (const { id } of methods) await client.paymentMethods.detach(id);
  await client.customers.update(customer, { email: '', name: '', phone: '' });
}

/**
 * Ends all charges to a customer and forgets their cards, name and address at the provider; their bills stay, as the
 * books need them. Looks before each step, so running it again does nothing.
 */
export async function closeCustomer(access: StripeAccess, customer: string): Promise<void> {
  await askStripe(access, client => close(client, customer)).catch(error => {
    if (!(error instanceof AppError && error.kind === 'missing')) throw error;
  });
}

export async function insertCardSetup(
  db: Queries,
  setup: { id: string; accountId: string },
  now: Date,
): Promise<void> {
  await db.query(
    'insert into card_setups (id, account_id, created_at) values ($1, $2, $3) on conflict do nothing',
    [setup.id, setup.accountId, now],
  );
}

async function isCardSetupFinished(db: Queries, id: string): Promise<boolean> {
  const row = await db.maybe('select 1 from card_setups where id = $1 and finished_at is not null', [id]);
  return row !== undefined;
}

async function finishCardSetupRow(db: Queries, id: string, now: Date): Promise<void> {
  await db.query('update card_setups set finished_at = $2 where id = $1 and finished_at is null', [id, now]);
}

/** Of the last day, and old enough that the user and the provider have had their time to report it. */
export async function openCardSetups(db: Queries, now: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from card_setups
     where finished_at is null and created_at between $1::timestamptz - interval '1 day'
       and $1::timestamptz - interval '2 minutes'
     order by created_at limit $2`,
    [now, limit],
  );
  return rows.map(({ id }) => id);
}

type Setup = { setupIntentId: string; customer: string; methodId: string };

/**
 * Makes the card of a setup the one that is charged, once: a setup that is reported again must not take the
 * place of a card that came later.
 */
export async function useCard(billing: Billing, accountId: string, setup: Setup): Promise<void> {
  const { setupIntentId, customer, methodId } = setup;
  if (await isCardSetupFinished(billing.pg, setupIntentId)) return;
  await insertCardSetup(billing.pg, { id: setupIntentId, accountId }, billing.clock());
  await askStripe(billing.stripe, client =>
    client.customers.update(customer, { invoice_settings: { default_payment_method: methodId } }),
  );
  await finishCardSetupRow(billing.pg, setupIntentId, billing.clock());
}
