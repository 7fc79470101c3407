import { until } from '@closingwire/chassis/testing';
import { localSecrets } from '@closingwire/local/product/secrets';
import { z } from 'zod';
import { expectStatus, type Person } from './person.ts';
import type { WholeAddresses } from './whole-addresses.ts';

const customer = z.object({ stripeCustomerId: z.string().nullable() });
const list = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item) });
const invoice = z.object({ status: z.string(), total: z.number(), amount_paid: z.number() });
const subscription = z.object({
  id: z.string(),
  status: z.string(),
  trial_end: z.number().nullable(),
  items: list(z.object({ quantity: z.number(), price: z.object({ unit_amount: z.number() }) })),
});
const secret = z.object({ id: z.string(), client_secret: z.string() });

/** The payment sandbox of the whole, asked with its secret key what it holds. */
export async function paymentSandbox({ dir, processes }: WholeAddresses) {
  const { stripeSecretKey } = await localSecrets(dir);
  const url = processes['stripe-sandbox'] ?? '';
  async function call(path: string, fields?: Record<string, string>): Promise<unknown> {
    const reply = await fetch(`${url}/v1/${path}`, {
      headers: { authorization: `Bearer ${stripeSecretKey}` },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  }
  async function customerOf(person: Person): Promise<string> {
    const { json } = await expectStatus(person.call('GET', '/api/user'), 200);
    return customer.parse(json).stripeCustomerId ?? '';
  }
  return {
    url,
    /** What was billed, newest first, in cents; what is billed as 0 (a trial's beginning) is left out. */
    async bills(person: Person) {
      const { data } = list(invoice).parse(
        await call(`invoices?customer=${await customerOf(person)}&limit=100`),
      );
      return data.filter(({ total }) => total !== 0);
    },
    /** The subscriptions that run, once there is one. */
    async subscriptionOf(person: Person) {
      return until(async () => {
        const path = `subscriptions?customer=${await customerOf(person)}&limit=10`;
        return list(subscription).parse(await call(path)).data[0];
      });
    },
    async newPayment(amount: number) {
      return secret.parse(await call('payment_intents', { amount: String(amount), currency: 'usd' }));
    },
  };
}
