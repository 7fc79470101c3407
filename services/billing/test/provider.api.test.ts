import { createHash } from 'node:crypto';
import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import {
  paymentFailed,
  paymentGivenUp,
  paymentRecovered,
  standingChanged,
  subscriptionCancelled,
} from '@closingwire/contracts/billing';
import { addressMark, setupMark } from '@closingwire/contracts/payment-provider';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customersOf, submit } from './customers.ts';
import { startBilling, type TestBilling, type TestUser } from './start-billing.ts';

let billing: TestBilling;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  billing = await startBilling();
  customers = customersOf(billing);
});
afterAll(() => billing.stop());

const dayMs = 86_400_000;
type Me = ReturnType<TestBilling['as']>;
type Customer = { user: TestUser; me: Me; customer: string };

async function sendWebhook(event: Stripe.Event, secret = billing.webhookSecret): Promise<number> {
  const unknown = { unknown_field: { of: 'a later version' } };
  const data = { ...event.data, ...unknown, object: { ...event.data.object, ...unknown } };
  const payload = JSON.stringify({ ...event, ...unknown, data });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const reply = await fetch(`${billing.url}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
    body: payload,
  });
  return reply.status;
}

/** Returns all that billing stores about a user, except the numbers and times of passes. */
async function stateOf(user: TestUser) {
  const account = await billing.db.query(
    sql`select to_jsonb(a) - array['payment_read_at', 'last_pass', 'last_pass_at', 'stored_pass', 'done_pass'] as kept
     from accounts a where id = ${user.id}`,
  );
  const paid = await billing.db.query(
    sql`select id, amount_cents, paid_at from paid_invoices
     where stripe_customer_id = (select stripe_customer_id from accounts where id = ${user.id}) order by id`,
  );
  const subscriptions = await billing.db.query(
    sql`select id, version, kind, cancelled_at from subscriptions where account_id = ${user.id} order by id`,
  );
  return { account: account.rows, paid: paid.rows, subscriptions: subscriptions.rows };
}

/** Returns the customer's subscriptions and invoices at the provider. */
async function billedTo(customer: string) {
  const { data: subscriptions } = await billing.stripe.subscriptions.list({ customer, status: 'all' });
  const { data: invoices } = await billing.stripe.invoices.list({ customer, limit: 100 });
  return { subscriptions, invoices };
}

test('a failed and a recovered payment are each published once', async () => {
  const { user, me, customer } = await customers.payingUser(1);
  const live = await customers.spoilCard(customer);
  const item = live?.items.data[0]?.id ?? '';
  await billing.stripe.subscriptions.update(live?.id ?? '', {
    items: [{ id: item, quantity: 2 }],
    proration_behavior: 'always_invoice',
  });
  await billing.receive(paymentFailed, user.id);
  expect(await me.standing()).toMatchObject({ hasActivePayment: true });
  const { url } = await me.openPortal();
  await submit(`${url}/card`);
  await billing.receive(paymentRecovered, user.id);
  expect(billing.receivedOf(paymentFailed, user.id)).toHaveLength(1);
});

test('an end in the portal ends the ZIPs', async () => {
  row('call/post-stripe-customer-portal');
  const { me, customer } = await customers.payingUser(1);
  const [mine] = await me.listSubscriptions();
  const { url } = await me.openPortal();
  const live = await customers.liveSubscription(customer);
  await submit(`${url}/cancel`, { subscription: live?.id ?? '', when: 'now' });
  expect(await billing.receive(subscriptionCancelled, mine?.id ?? '')).toMatchObject([
    { endedBy: 'payments-ended' },
  ]);
  expect(await me.listSubscriptions()).toEqual([]);
});

test('the portal opens with the configuration of `stripe-setup`, or the default one', async () => {
  const { me } = await customers.payingUser(1);
  const { configurations } = billing.stripe.billingPortal;
  const { id } = await configurations.create({
    features: { invoice_history: { enabled: true } },
    metadata: { [setupMark]: 'portal', [addressMark]: 'https://product.example' },
  });
  // A later portal configuration of another installation, on the same provider account. It must not be used.
  const other = await configurations.create({
    features: { invoice_history: { enabled: true } },
    metadata: { [setupMark]: 'portal', [addressMark]: 'https://other.example.org' },
  });
  const opened = async () => {
    await me.openPortal();
    const { data } = await billing.stripe.events.list({ type: 'billing_portal.session.created', limit: 1 });
    return data[0]?.data.object;
  };
  expect(await opened()).toMatchObject({ configuration: id });
  await configurations.update(id, { active: false });
  expect(await opened()).toMatchObject({ configuration: 'bpc_sandbox' });
  await configurations.update(other.id, { active: false });
});

test('an event that billing does not read starts no pass', async () => {
  const { user, customer } = await customers.payingUser(1);
  await customers.noJobsLeft();
  const before = await billing.db.query(sql`select last_pass from accounts where id = ${user.id}`);
  const known = (await eventsOf(customer)).find(({ type }) => type === 'invoice.created');
  const event = { ...known, id: `evt_${newId()}` } as Stripe.Event;
  expect(await sendWebhook(event)).toBe(200);
  await customers.noJobsLeft();
  const after = await billing.db.query(sql`select last_pass from accounts where id = ${user.id}`);
  expect(after.rows).toEqual(before.rows);
});

const untilState = (me: Me, paymentState: string) =>
  until(async () => (await me.standing()).paymentState === paymentState);

/** A user with two ZIPs and a good card, on this day of their trial. */
async function onTrialWithCard(days: number): Promise<Customer> {
  const user = billing.newUser({ activatedAt: new Date(billing.clock.now().getTime() - days * dayMs) });
  const me = billing.as(user);
  await me.subscribe({ zipCodeIds: customers.newZipCodes(2) });
  const { url } = await me.openPortal();
  await submit(`${url}/card`);
  await untilState(me, 'trialing');
  return { user, me, customer: (await me.standing()).stripeCustomerId ?? '' };
}

const statusOf = async (customer: string) =>
  (await billing.stripe.subscriptions.list({ customer, status: 'all' })).data[0]?.status;

/** Lets the subscription become active at the provider, and its next renewal fail. */
async function failRenewal({ customer }: Customer): Promise<void> {
  billing.clock.advanceDays(5);
  await until(async () => (await statusOf(customer)) === 'active');
  const { default_payment_method: bad } = await customers.spoilCard(customer);
  await billing.stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: String(bad) },
  });
  billing.clock.advanceDays(32);
  await until(async () => (await statusOf(customer)) === 'past_due');
}

/** Lets the provider retry the charge until it gives up and cancels. */
async function giveUp({ customer }: Customer): Promise<void> {
  while ((await statusOf(customer)) !== 'canceled') {
    const before = (await eventsOf(customer)).length;
    billing.clock.advanceDays(4);
    await until(async () => (await eventsOf(customer)).length > before);
  }
}

async function pastDueCustomer(): Promise<Customer> {
  const overdue = await onTrialWithCard(10);
  await failRenewal(overdue);
  await untilState(overdue.me, 'past_due');
  return overdue;
}

async function givenUpCustomer(): Promise<Customer> {
  const overdue = await pastDueCustomer();
  await giveUp(overdue);
  await untilState(overdue.me, 'ended');
  return overdue;
}

async function payingWithOneZipLess(): Promise<Customer> {
  const paying = await customers.payingUser(2);
  const [mine] = await paying.me.listSubscriptions();
  await paying.me.unsubscribe({ id: mine?.id ?? '' });
  await until(async () => (await customers.quantityOf(paying.customer)) === 1);
  return paying;
}

/** The customer's events, oldest first. */
async function eventsOf(customer: string): Promise<Stripe.Event[]> {
  const events = await billing.stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 5_000 });
  const isAbout = ({ data: { object } }: Stripe.Event) =>
    ('customer' in object && object.customer === customer) || ('id' in object && object.id === customer);
  return events.filter(isAbout).toReversed();
}

const published = [paymentFailed, paymentRecovered, paymentGivenUp, standingChanged];
const countPublished = ({ id }: TestUser) => published.map(event => billing.receivedOf(event, id).length);

/** Returns copies of the events under new ids, each twice, shuffled the same way in every run. */
function shuffled(events: readonly Stripe.Event[], rounds: number): Stripe.Event[] {
  const order = (text: string) => createHash('sha256').update(text).digest('hex');
  const copies = events.flatMap(event =>
    Array.from({ length: rounds }, (_, round) => ({ ...event, id: `${event.id}_again_${round}` })),
  );
  const twice = [...copies, ...copies].map((event, at) => ({ event, rank: order(`${at}`) }));
  return twice.toSorted((a, b) => a.rank.localeCompare(b.rank)).map(({ event }) => event);
}

const atOnce = 8;

/** Returns the statuses of the replies. */
async function sendAll(events: Stripe.Event[]): Promise<Set<number>> {
  const waiting = [...events];
  const statuses = new Set<number>();
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) statuses.add(await sendWebhook(next));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return statuses;
}

test.each([
  ['active', payingWithOneZipLess],
  ['trialing', () => onTrialWithCard(3)],
  ['past_due', pastDueCustomer],
  ['ended', givenUpCustomer],
])(
  'events in any order and number change nothing: %s',
  async (paymentState, makeCustomer) => {
    const { user, me, customer } = await makeCustomer();
    // Runs the minute's job now, so that it changes nothing between the two reads.
    await customers.run('remind-of-trials');
    await customers.noJobsLeft();
    expect((await me.standing()).paymentState).toBe(paymentState);
    const before = await stateOf(user);
    const news = countPublished(user);
    const atProvider = await billedTo(customer);
    const events = await eventsOf(customer);
    expect(events.length).toBeGreaterThan(5);
    expect(await sendAll(shuffled(events, 50))).toEqual(new Set([200]));
    await customers.noJobsLeft();
    expect(await stateOf(user)).toEqual(before);
    expect(countPublished(user)).toEqual(news);
    expect(await billedTo(customer)).toEqual(atProvider);
  },
  120_000,
);

test('only the last missed change is published', async () => {
  const unheard = { failed: await onTrialWithCard(10), ended: await onTrialWithCard(10) };
  const { failed, ended } = unheard;
  await billing.withoutWebhooks(async () => {
    await failRenewal(ended);
    await giveUp(ended);
  });
  await billing.withoutWebhooks(() => failRenewal(failed));
  for (const { customer } of [ended, failed]) {
    for (const event of shuffled(await eventsOf(customer), 1)) expect(await sendWebhook(event)).toBe(200);
  }
  expect(await billing.receive(paymentFailed, failed.user.id)).toMatchObject([{ amountDueCents: 3_000 }]);
  expect(await billing.receive(paymentGivenUp, ended.user.id)).toMatchObject([{ paymentState: 'ended' }]);
  await customers.noJobsLeft();
  expect(await failed.me.listSubscriptions()).toHaveLength(2);
  expect(await ended.me.listSubscriptions()).toEqual([]);
});

test('a webhook with a wrong signature is refused', async () => {
  const { data } = await billing.stripe.events.list({ limit: 1 });
  if (!data[0]) throw new Error('no events');
  expect(await sendWebhook(data[0], 'whsec_wrong')).toBe(400);
});
