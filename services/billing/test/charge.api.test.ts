import { until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customersOf } from './customers.ts';
import { startBilling, type TestBilling } from './start-billing.ts';

let billing: TestBilling;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  billing = await startBilling();
  customers = customersOf(billing);
});
afterAll(() => billing.stop());

/** The shim's call. */
async function enterCard(clientSecret: string): Promise<string> {
  const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  await billing.stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' });
  return id;
}

test('more ZIPs raise the one subscription', async () => {
  const { me, customer } = await customers.payingUser(1);
  const answer = await me.subscribe({ zipCodeIds: customers.newZipCodes(2) });
  expect(answer).toEqual({
    success: true,
    trialUser: false,
    message: 'Your ZIP codes are active. Your first leads arrive within 15 minutes.',
  });
  expect(await customers.quantityOf(customer)).toBe(3);
  const invoices = await billing.stripe.invoices.list({ customer });
  expect(invoices.data.map(({ billing_reason }) => billing_reason)).toEqual([
    'subscription_update',
    'subscription_create',
  ]);
});

test('two concurrent orders are both charged', async () => {
  const { me, customer } = await customers.payingUser(1);
  await Promise.all([
    me.subscribe({ zipCodeIds: customers.newZipCodes(1) }),
    me.subscribe({ zipCodeIds: customers.newZipCodes(2) }),
  ]);
  expect(await me.listSubscriptions()).toHaveLength(4);
  await until(async () => (await customers.quantityOf(customer)) === 4);
});

test('a declined raise gives no ZIPs', async () => {
  const { me, customer } = await customers.payingUser(1);
  await customers.spoilCard(customer);
  await expect(me.subscribe({ zipCodeIds: customers.newZipCodes(1) })).rejects.toMatchObject({
    code: 'card_declined',
  });
  expect(await me.listSubscriptions()).toHaveLength(1);
  expect(await customers.quantityOf(customer)).toBe(1);
});

test('a raise killed after the charge charges once', async () => {
  const { me, customer, user } = await customers.payingUser(1);
  await customers.failing(() => me.subscribe({ zipCodeIds: customers.newZipCodes(1) }));
  expect(await me.listSubscriptions()).toHaveLength(1);
  await customers.run('settle-account', { accountId: user.id });
  await customers.noJobsLeft();
  expect(await customers.quantityOf(customer)).toBe(2);

  await customers.hurryOrders();
  await until(async () => (await me.listSubscriptions()).length === 2);
  await customers.noJobsLeft();
  expect(await customers.quantityOf(customer)).toBe(2);
  const { data } = await billing.stripe.invoices.list({ customer });
  expect(data.map(invoice => invoice.billing_reason)).toEqual(['subscription_update', 'subscription_create']);
});

test('a first charge killed halfway charges once', async () => {
  const me = billing.as(customers.formerTrial());
  const { clientSecret } = await me.setUpPayment();
  await me.verifyPaymentSetup({ setupIntentId: await enterCard(clientSecret) });
  await customers.failing(() => me.subscribe({ zipCodeIds: customers.newZipCodes(2) }));
  await customers.hurryOrders();
  await until(async () => (await me.listSubscriptions()).length === 2);
  await customers.noJobsLeft();
  const { stripeCustomerId } = await me.standing();
  const { data } = await billing.stripe.invoices.list({ customer: stripeCustomerId ?? '' });
  expect(data).toMatchObject([{ billing_reason: 'subscription_create', amount_paid: 3000 }]);
  expect(await customers.quantityOf(stripeCustomerId ?? '')).toBe(2);
});

test('a ZIP given back is no longer charged', async () => {
  const { me, customer } = await customers.payingUser(2);
  const [first, second] = await me.listSubscriptions();
  await me.unsubscribe({ id: first?.id ?? '' });
  await until(async () => (await customers.quantityOf(customer)) === 1);
  await me.unsubscribe({ id: second?.id ?? '' });
  await until(async () => (await customers.liveSubscription(customer)) === undefined);
});

test('a card on file takes over after the trial', async () => {
  row('call/post-setup-payment-method', 'call/post-verify-payment-setup');
  const me = billing.as(billing.newUser());
  await me.subscribe({ zipCodeIds: customers.newZipCodes(1) });
  const { clientSecret } = await me.setUpPayment();
  const unfinished = { setupIntentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')) };
  expect(await me.verifyPaymentSetup(unfinished)).toEqual({ success: false });
  const setupIntentId = await enterCard(clientSecret);
  expect(await me.verifyPaymentSetup({ setupIntentId })).toEqual({ success: true });
  expect(await me.verifyPaymentSetup({ setupIntentId })).toEqual({ success: true });
  const { stripeCustomerId, hasActivePayment } = await me.standing();
  expect(hasActivePayment).toBe(true);
  expect(await customers.liveSubscription(stripeCustomerId ?? '')).toMatchObject({
    status: 'trialing',
    items: { data: [{ quantity: 1 }] },
  });
  await me.subscribe({ zipCodeIds: customers.newZipCodes(1) });
  expect(await customers.quantityOf(stripeCustomerId ?? '')).toBe(2);
});
