import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userDeleted } from '@closingwire/contracts/auth';
import { standingChanged } from '@closingwire/contracts/billing';
import { settingChanged } from '@closingwire/contracts/content';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customersOf, sessionIn, submit } from './customers.ts';
import { startBilling, type TestBilling } from './start-billing.ts';

let billing: TestBilling;
let customers: ReturnType<typeof customersOf>;
let version = 0;
beforeAll(async () => {
  billing = await startBilling();
  customers = customersOf(billing);
});
afterAll(() => billing.stop());

async function switchTo(mode: 'test' | 'live') {
  version += 1;
  const value = mode === 'test' ? 'true' : 'false';
  await billing.publish(settingChanged, { key: 'STRIPE_TEST_MODE', version, value });
  await until(async () => {
    const { rows } = await billing.db.query(sql`select stored_payment_mode() as mode`);
    return rows[0]?.mode === mode;
  });
}

const admin = () => billing.as(billing.newUser({ isAdmin: true }));

async function pay(me: ReturnType<TestBilling['as']>, checkoutUrl: string | undefined) {
  await submit(checkoutUrl);
  return me.verifyPayment({ sessionId: sessionIn(checkoutUrl) });
}

const revenue = async () => {
  const { testMode, days } = await admin().paymentStatistics({ days: 90 });
  return { testMode, cents: days.reduce((sum, { revenueCents }) => sum + revenueCents, 0) };
};

test('each mode keeps its state through switches', async () => {
  const { me, user, customer } = await customers.payingUser(2);
  const before = await me.standing();
  const inTest = await until(async () => {
    const shown = await revenue();
    return shown.cents > 0 ? shown : undefined;
  });
  expect(inTest.testMode).toBe(true);

  await switchTo('live');
  await until(async () => (await me.standing()).paymentState === 'none');
  expect(await me.standing()).toMatchObject({
    hasActivePayment: false,
    stripeCustomerId: null,
    unpaidZipCount: 2,
    trialExpired: true,
  });
  const { releaseAt } = await me.standing();
  expect(Date.parse(releaseAt ?? '') - billing.clock.now().getTime()).toBeGreaterThan(13 * 86_400_000);
  await until(() => billing.receivedOf(standingChanged, user.id).at(-1)?.paymentState === 'none');
  expect(billing.receivedOf(standingChanged, user.id).at(-1)?.hasActivePayment).toBe(false);
  expect(await revenue()).toEqual({ testMode: false, cents: 0 });

  const { checkoutUrl } = await me.subscribe({ zipCodeIds: customers.newZipCodes(1) });
  expect(await pay(me, checkoutUrl)).toMatchObject({ success: true, subscriptionCount: 3 });
  const live = (await me.standing()).stripeCustomerId ?? '';
  expect((await billing.live.subscriptions.list({ customer: live })).data).toMatchObject([
    { livemode: true, items: { data: [{ quantity: 3 }] } },
  ]);
  await until(async () => (await revenue()).cents === 4_500);
  expect((await billing.stripe.subscriptions.list({ customer })).data).toMatchObject([
    { items: { data: [{ quantity: 2 }] } },
  ]);

  // Both modes renew; only the stored one counts.
  billing.clock.advanceDays(32);
  await until(async () => (await revenue()).cents === 9_000);
  expect(await me.standing()).toMatchObject({ paymentState: 'active', stripeCustomerId: live });

  await switchTo('test');
  await until(async () => (await me.standing()).stripeCustomerId === customer);
  expect(await me.standing()).toMatchObject({
    paymentState: 'active',
    hasActivePayment: true,
    unpaidZipCount: 0,
  });
  expect((await me.standing()).stripeCustomerId).toBe(before.stripeCustomerId);
  await until(async () => (await customers.quantityOf(customer)) === 3);
  await until(async () => (await revenue()).cents > inTest.cents);
  expect((await billing.live.subscriptions.list({ customer: live })).data).toMatchObject([
    { items: { data: [{ quantity: 3 }] } },
  ]);
});

test('events of the other mode are recorded and change nothing', async () => {
  const { me, customer } = await customers.payingUser(1);
  await switchTo('live');
  await until(async () => (await me.standing()).paymentState === 'none');
  const [subscription] = (await billing.stripe.subscriptions.list({ customer })).data;
  const before = await me.standing();
  await billing.stripe.subscriptions.cancel(subscription?.id ?? '');
  await until(async () => {
    const { data } = await billing.stripe.events.list({ limit: 1 });
    const { rows } = await billing.db.query(
      sql`select livemode from stripe_events where id = ${data[0]?.id}`,
    );
    return rows[0]?.livemode === false;
  });
  await customers.noJobsLeft();
  expect(await me.standing()).toEqual(before);
  await switchTo('test');
  await until(async () => (await me.standing()).paymentState === 'ended');
});

test('a deletion ends the charges in both modes', async () => {
  const { me, user, customer } = await customers.payingUser(1);
  await switchTo('live');
  const { checkoutUrl } = await me.subscribe({ zipCodeIds: customers.newZipCodes(1) });
  await pay(me, checkoutUrl);
  const live = (await me.standing()).stripeCustomerId ?? '';
  const deletion = { id: user.id, version: 9, deletedAt: new Date().toISOString(), email: user.email };
  await billing.publish(userDeleted, deletion);
  await until(async () => (await billing.stripe.subscriptions.list({ customer })).data.length === 0);
  await until(async () => (await billing.live.subscriptions.list({ customer: live })).data.length === 0);
  await until(async () => {
    const [test, other] = await Promise.all([
      billing.stripe.customers.retrieve(customer),
      billing.live.customers.retrieve(live),
    ]);
    return !test.deleted && !other.deleted && !test.email && !other.email;
  });
  await switchTo('test');
});

test('a change of the mode drops an order with an open page', async () => {
  const user = customers.formerTrial();
  const me = billing.as(user);
  const order = { zipCodeIds: customers.newZipCodes(1) };
  const { checkoutUrl } = await me.subscribe(order);
  await switchTo('live');
  await until(async () => (await customers.orderStates(user)).join() === 'dropped');
  await until(async () => {
    const page = await billing.stripe.checkout.sessions.retrieve(sessionIn(checkoutUrl));
    return page.status === 'expired';
  });
  expect(await (await submit(checkoutUrl)).text()).toContain('This checkout has expired');
  const renewed = await me.subscribe(order);
  expect(renewed.checkoutUrl).not.toBe(checkoutUrl);
  await switchTo('test');
});
