import { until } from '@closingwire/chassis/testing';
import { localSecrets } from '@closingwire/local/product/secrets';
import { z } from 'zod';
import { rowsOf } from '../chaos/look.ts';
import { providerCall } from './provider-call.ts';
import { expectStatus, type KnownUser, type User } from './user.ts';
import type { WholeAddresses } from './whole-addresses.ts';

const customer = z.object({ stripeCustomerId: z.string().nullable() });
const list = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item) });
const invoice = z.object({
  id: z.string(),
  status: z.string(),
  total: z.number(),
  amount_paid: z.number(),
  billing_reason: z.string(),
  next_payment_attempt: z.number().nullable(),
  lines: list(
    z.object({
      amount: z.number(),
      parent: z
        .object({ subscription_item_details: z.object({ proration: z.boolean() }).nullable() })
        .nullable(),
    }),
  ),
});
const subscription = z.object({
  id: z.string(),
  status: z.string(),
  trial_end: z.number().nullable(),
  items: list(
    z.object({
      quantity: z.number(),
      price: z.object({ unit_amount: z.number() }),
      current_period_end: z.number(),
    }),
  ),
});
const identified = z.object({ id: z.string() });
const secret = z.object({ id: z.string(), client_secret: z.string() });

/** A test clock at the provider, for its customers; only `goTo` moves it. */
export type TestClock = {
  /** Puts a user who has no customer at the provider on this clock. */
  take(user: KnownUser): Promise<void>;
  /** Processes everything that is due until then. */
  goTo(seconds: number): Promise<void>;
};

/** Reads the product's payment sandbox with its secret key. */
export async function paymentSandbox(whole: WholeAddresses) {
  const { dir, processes } = whole;
  const { stripeSecretKey } = await localSecrets(dir);
  const url = processes['stripe-sandbox'] ?? '';
  const call = providerCall(`${url}/v1`, stripeSecretKey);
  async function customerOf(user: User): Promise<string> {
    const { json } = await expectStatus(user.call('GET', '/api/user'), 200);
    return customer.parse(json).stripeCustomerId ?? '';
  }
  async function subscriptionOf(user: User) {
    return until(async () => {
      const path = `subscriptions?customer=${await customerOf(user)}&limit=10`;
      return list(subscription).parse(await call(path)).data[0];
    });
  }
  return {
    url,
    /** Returns amounts in cents, newest first, without bills of 0 (the start of a trial). */
    async bills(user: User) {
      const { data } = list(invoice).parse(
        await call(`invoices?customer=${await customerOf(user)}&limit=100`),
      );
      return data.filter(({ total }) => total !== 0);
    },
    /** Returns the running subscriptions; waits for the first one. */
    subscriptionOf,
    /** Returns the states of all subscriptions of a customer, ended ones too. */
    async statesOf(customer: string): Promise<string[]> {
      const all = await call(`subscriptions?customer=${customer}&status=all`);
      return list(subscription)
        .parse(all)
        .data.map(({ status }) => status);
    },
    /** Charges another card from now on. Open invoices stay open; the portal would charge them. */
    async replaceCard(user: User, token: string): Promise<void> {
      const customer = await customerOf(user);
      const { id } = identified.parse(await call(`payment_methods/${token}/attach`, { customer }));
      await call(`customers/${customer}`, { 'invoice_settings[default_payment_method]': id });
      const live = await subscriptionOf(user);
      await call(`subscriptions/${live.id}`, { default_payment_method: id });
    },
    /** Creates a test clock with the present time. */
    async newClock(): Promise<TestClock> {
      const clocks = 'test_helpers/test_clocks';
      const now = String(Math.floor(Date.now() / 1000));
      const { id: clock } = identified.parse(await call(clocks, { frozen_time: now }));
      return {
        async take({ id, email }) {
          const fields = { email, test_clock: clock, 'metadata[accountId]': id };
          const { id: customer } = identified.parse(await call('customers', fields));
          // A customer gets its clock at creation, and billing creates customers without one.
          const sql = `update accounts set stripe_customer_id = $2
            where id = $1 and stripe_customer_id is null returning id`;
          await until(async () => (await rowsOf(whole, 'billing', sql, [id, customer])).length === 1);
        },
        goTo: async seconds => {
          await call(`${clocks}/${clock}/advance`, { frozen_time: String(seconds) });
        },
      };
    },
    async newPayment(amount: number) {
      return secret.parse(await call('payment_intents', { amount: String(amount), currency: 'usd' }));
    },
  };
}

export type PaymentSandbox = Awaited<ReturnType<typeof paymentSandbox>>;
