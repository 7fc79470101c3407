import { z } from 'zod';
import { providerCall } from '../../platform/provider-call.ts';

const list = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item) });

const subscription = z.object({
  id: z.string(),
  status: z.string(),
  cancel_at_period_end: z.boolean(),
  cancellation_details: z.object({ reason: z.string().nullable() }),
  items: list(z.object({ quantity: z.number() })),
});
export type ProviderSubscription = z.output<typeof subscription>;

const invoice = z.object({
  id: z.string(),
  status: z.string(),
  total: z.number(),
  amount_due: z.number(),
  billing_reason: z.string(),
  lines: list(z.object({ amount: z.number(), quantity: z.number() })),
});
export type ProviderInvoice = z.output<typeof invoice>;

const customer = z.object({
  id: z.string(),
  metadata: z.record(z.string(), z.string()),
  invoice_settings: z.object({ default_payment_method: z.string().nullable() }),
});
const card = z.object({ id: z.string(), card: z.object({ last4: z.string() }) });
const session = z.object({ id: z.string(), status: z.string(), url: z.string().nullable() });

/** The fields of an event that histories read: its type, its object and its customer. */
const event = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.looseObject({ id: z.string(), object: z.string(), customer: z.unknown().optional() }),
  }),
});
export type ProviderEvent = z.output<typeof event>;

export const customerOf = ({ data: { object } }: ProviderEvent): string | undefined =>
  object.object === 'customer'
    ? object.id
    : typeof object.customer === 'string'
      ? object.customer
      : undefined;

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  declinedLater: '4000000000000341',
} as const;
export type CardName = keyof typeof cards;

const onPage = (number: string) => ({ number, expiry: '12/40', cvc: '123', name: 'Test Person' });

/** The payment sandbox as its users see it: its API, a customer's pages, and its faults. */
export function openProvider({
  url,
  secret,
  publishable,
}: {
  url: string;
  secret: string;
  publishable: string;
}) {
  const call = providerCall(url, secret);
  const submit = (page: string, fields: Record<string, string>) =>
    fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });

  return {
    pauseWebhooks: () => call('faults/webhooks/hold', {}),
    async undelivered(): Promise<ProviderEvent[]> {
      return list(event).parse(await call('faults/webhooks')).data;
    },
    /** Delivers an event; returns true if billing accepted it. */
    async deliver(eventId: string): Promise<boolean> {
      const reply = await call(`faults/webhooks/${eventId}/deliver`, {});
      return z.object({ status: z.number().nullable() }).parse(reply).status === 200;
    },
    async subscriptionsOf(customerId: string): Promise<ProviderSubscription[]> {
      const reply = await call(`v1/subscriptions?customer=${customerId}&status=all&limit=100`);
      return list(subscription).parse(reply).data;
    },
    /** Newest first. */
    async invoicesOf(customerId: string): Promise<ProviderInvoice[]> {
      return list(invoice).parse(await call(`v1/invoices?customer=${customerId}&limit=100`)).data;
    },
    async customersWith(email: string): Promise<string[]> {
      const reply = await call(`v1/customers?email=${encodeURIComponent(email)}&limit=100`);
      return list(customer)
        .parse(reply)
        .data.map(({ id }) => id);
    },
    async cardsOf(customerId: string) {
      const reply = await call(`v1/customers/${customerId}/payment_methods?limit=100`);
      return list(card).parse(reply).data;
    },
    session: async (id: string) => session.parse(await call(`v1/checkout/sessions/${id}`)),
    /** Submits a checkout page; returns true if the sandbox redirected to the next page. */
    payCheckout: async (sessionId: string, name: CardName) =>
      (await submit(`${url}/checkout/${sessionId}`, onPage(cards[name]))).status === 303,
    /** Ends a subscription on the portal's page. */
    endInPortal: (portalUrl: string, id: string, when: 'now' | 'period-end') =>
      submit(`${portalUrl}/cancel`, { subscription: id, when }),
    replaceCard: (portalUrl: string, name: CardName) => submit(`${portalUrl}/card`, onPage(cards[name])),
    /** Confirms a card as the form on our page does; returns true if the card is saved. */
    async confirmSetup(clientSecret: string, name: CardName): Promise<boolean> {
      const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
      const reply = await fetch(`${url}/browser/v1/setup_intents/${id}/confirm`, {
        method: 'POST',
        headers: { authorization: `Bearer ${publishable}` },
        body: new URLSearchParams({
          client_secret: clientSecret,
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': cards[name],
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': '2040',
          'payment_method_data[card][cvc]': '123',
        }),
      });
      return reply.ok;
    },
  };
}

export type Provider = ReturnType<typeof openProvider>;
