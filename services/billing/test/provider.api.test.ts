import { until } from '@closingwire/chassis/testing';
import { paymentFailed, paymentRecovered } from '@closingwire/contracts/events/account-events';
import { subscriptionCancelled } from '@closingwire/contracts/events/subscription-events';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customersOf, submit } from './customers.ts';
import { startBilling, type TestBilling, type TestPerson } from './start-billing.ts';

let billing: TestBilling;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  billing = await startBilling();
  customers = customersOf(billing);
});
afterAll(() => billing.stop());

async function sendWebhook(event: Stripe.Event, secret = billing.webhookSecret): Promise<number> {
  const payload = JSON.stringify({ ...event, unknown_field: { of: 'a later version' } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const reply = await fetch(`${billing.url}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
    body: payload,
  });
  return reply.status;
}

async function stateOf(person: TestPerson) {
  const account = await billing.db.query(
    `select stripe_subscription_id, has_active_payment, payment_state from accounts where id = $1`,
    [person.id],
  );
  const subscriptions = await billing.db.query(
    'select id, version, kind, cancelled_at from subscriptions where account_id = $1 order by id',
    [person.id],
  );
  return { account: account.rows, subscriptions: subscriptions.rows };
}

test('a failed and a recovered payment are each told once', async () => {
  const { person, me, customer } = await customers.payingPerson(1);
  const live = await customers.spoilCard(customer);
  const item = live?.items.data[0]?.id ?? '';
  await billing.stripe.subscriptions.update(live?.id ?? '', {
    items: [{ id: item, quantity: 2 }],
    proration_behavior: 'always_invoice',
  });
  await billing.ear.hear(paymentFailed, person.id);
  expect(await me.standing()).toMatchObject({ hasActivePayment: true });
  const { url } = await me.openPortal();
  await submit(`${url}/card`);
  await billing.ear.hear(paymentRecovered, person.id);
  expect(billing.ear.heardOf(paymentFailed, person.id)).toHaveLength(1);
});

test('an end in the portal ends the ZIPs', async () => {
  row('call/post-stripe-customer-portal');
  const { me, customer } = await customers.payingPerson(1);
  const [mine] = await me.listSubscriptions();
  const { url } = await me.openPortal();
  const live = await customers.liveSubscription(customer);
  await submit(`${url}/cancel`, { subscription: live?.id ?? '', when: 'now' });
  await billing.ear.hear(subscriptionCancelled, mine?.id ?? '');
  expect(await me.listSubscriptions()).toEqual([]);
});

test('events in any order and number change nothing', async () => {
  const { person, me, customer } = await customers.payingPerson(2);
  const [mine] = await me.listSubscriptions();
  await me.unsubscribe({ id: mine?.id ?? '' });
  await until(async () => (await customers.quantityOf(customer)) === 1);
  await customers.noJobsLeft();
  const before = await stateOf(person);
  const { data: events } = await billing.stripe.events.list({ limit: 100 });
  const about = events.filter(({ data }) => 'customer' in data.object && data.object.customer === customer);
  expect(about.length).toBeGreaterThan(5);
  for (const round of [1, 2, 3]) {
    for (const event of about.toSorted((a, b) => (a.id + round).localeCompare(b.id) * (round % 2 ? 1 : -1))) {
      expect(await sendWebhook({ ...event, id: `${event.id}_${round}` })).toBe(200);
      expect(await sendWebhook({ ...event, id: `${event.id}_${round}` })).toBe(200);
    }
  }
  await customers.noJobsLeft();
  expect(await stateOf(person)).toEqual(before);
});

test('a webhook with a wrong signature is refused', async () => {
  const { data } = await billing.stripe.events.list({ limit: 1 });
  if (!data[0]) throw new Error('no events');
  expect(await sendWebhook(data[0], 'whsec_wrong')).toBe(400);
});
