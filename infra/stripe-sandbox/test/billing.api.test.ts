import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodCard, monthlyPrice, type RunningSandbox, startSandbox, submitForm } from './start-sandbox.ts';

const start = Math.floor(Date.UTC(2026, 0, 31) / 1000);
const daySeconds = 86_400;

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

async function subscribe(card = 'pm_card_visa', quantity = 2) {
  const { stripe } = sandbox;
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start });
  const customer = await stripe.customers.create({ email: 'pat@example.com', test_clock: clock.id });
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const { id: product } = await stripe.products.create({ name: 'ZIP code' });
  const { product_data: _, ...price } = monthlyPrice;
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price_data: { ...price, product }, quantity }],
    default_payment_method: method.id,
  });
  if (card !== 'pm_card_visa') {
    const worse = await stripe.paymentMethods.attach(card, { customer: customer.id });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: worse.id });
  }
  return { clock, customer, subscription };
}

const advance = (clock: { id: string }, days: number) =>
  sandbox.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start + days * daySeconds });

async function eventTypes(object: string): Promise<string[]> {
  const events = await sandbox.stripe.events.list({ limit: 100 });
  return events.data.filter(({ data }) => 'id' in data.object && data.object.id === object).map(e => e.type);
}

test('a period ends with a paid renewal', async () => {
  const { clock, customer, subscription } = await subscribe();
  await advance(clock, 28);
  const renewed = await sandbox.stripe.subscriptions.retrieve(subscription.id);
  expect(renewed.status).toBe('active');
  expect(renewed.items.data[0]?.current_period_start).toBe(Date.UTC(2026, 1, 28) / 1000);
  const { data } = await sandbox.stripe.invoices.list({ customer: customer.id });
  expect(data.map(invoice => [invoice.billing_reason, invoice.status])).toEqual([
    ['subscription_cycle', 'paid'],
    ['subscription_create', 'paid'],
  ]);
});

test('a declined renewal leaves the subscription past due', async () => {
  const { clock, subscription } = await subscribe('pm_card_chargeCustomerFail');
  await advance(clock, 28);
  const after = await sandbox.stripe.subscriptions.retrieve(subscription.id);
  expect(after.status).toBe('past_due');
  expect(await eventTypes(subscription.id)).toContain('customer.subscription.updated');
  expect(await eventTypes(String(after.latest_invoice))).toContain('invoice.payment_failed');
});

test('a new card in the portal pays what is open', async () => {
  const { clock, customer, subscription } = await subscribe('pm_card_chargeCustomerFail');
  await advance(clock, 28);
  const portal = await sandbox.stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: 'http://localhost:8080/subscriptions',
  });
  expect(await (await fetch(portal.url)).text()).toContain('Payment failed');
  const reply = await submitForm(`${portal.url}/card`, goodCard);
  expect(reply.status).toBe(303);
  expect((await sandbox.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
});

test('a subscription ends after the fourth failed try', async () => {
  const { clock, subscription } = await subscribe('pm_card_chargeCustomerFail');
  for (const days of [28, 32, 36, 40]) await advance(clock, days);
  const after = await sandbox.stripe.subscriptions.retrieve(subscription.id);
  expect(after).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } });
});

test('more units are charged for the rest of the period', async () => {
  const { clock, customer, subscription } = await subscribe('pm_card_visa', 1);
  await advance(clock, 14);
  const item = subscription.items.data[0]?.id ?? '';
  await sandbox.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, quantity: 3 }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  });
  const { data } = await sandbox.stripe.invoices.list({ customer: customer.id, limit: 1 });
  expect(data).toMatchObject([{ billing_reason: 'subscription_update', amount_paid: 1500, status: 'paid' }]);
});

test('fewer units are credited on the next invoice', async () => {
  const { clock, customer, subscription } = await subscribe('pm_card_visa', 3);
  await advance(clock, 14);
  const item = subscription.items.data[0]?.id ?? '';
  await sandbox.stripe.subscriptions.update(subscription.id, { items: [{ id: item, quantity: 1 }] });
  await advance(clock, 28);
  const { data } = await sandbox.stripe.invoices.list({ customer: customer.id, limit: 1 });
  expect(data).toMatchObject([{ billing_reason: 'subscription_cycle', total: 0, status: 'paid' }]);
});

test('a refused increase changes nothing', async () => {
  const { clock, subscription } = await subscribe('pm_card_chargeCustomerFail', 1);
  await advance(clock, 14);
  const item = subscription.items.data[0]?.id ?? '';
  const refused = sandbox.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, quantity: 2 }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  });
  await expect(refused).rejects.toBeInstanceOf(Stripe.errors.StripeCardError);
  const after = await sandbox.stripe.subscriptions.retrieve(subscription.id);
  expect(after).toMatchObject({ status: 'active', items: { data: [{ quantity: 1 }] } });
});

test('the portal cancels at the period end', async () => {
  const { clock, customer, subscription } = await subscribe();
  const portal = await sandbox.stripe.billingPortal.sessions.create({ customer: customer.id });
  await submitForm(`${portal.url}/cancel`, { subscription: subscription.id, when: 'period-end' });
  expect(await sandbox.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
  });
  await advance(clock, 28);
  expect((await sandbox.stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
});

test('unused time of an ended subscription pays the next one', async () => {
  const { stripe } = sandbox;
  const { clock, customer, subscription } = await subscribe('pm_card_visa', 2);
  await advance(clock, 14);
  const ended = await stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true });
  expect(ended.status).toBe('canceled');
  const { data } = await stripe.invoices.list({ customer: customer.id, limit: 1 });
  expect(data).toMatchObject([{ total: -1500, amount_due: 0, status: 'paid', ending_balance: -1500 }]);
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -1500 });

  const method = ended.default_payment_method;
  await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: subscription.items.data[0]?.price.id ?? '', quantity: 2 }],
    ...(typeof method === 'string' && { default_payment_method: method }),
  });
  const { data: next } = await stripe.invoices.list({ customer: customer.id, limit: 1 });
  expect(next).toMatchObject([{ total: 3000, amount_due: 1500, amount_paid: 1500 }]);
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 0 });
});

test('an ending without proration credits nothing', async () => {
  const { stripe } = sandbox;
  const { clock, customer, subscription } = await subscribe('pm_card_visa', 2);
  await advance(clock, 14);
  await stripe.subscriptions.cancel(subscription.id, { invoice_now: true });
  expect((await stripe.invoices.list({ customer: customer.id })).data).toHaveLength(1);
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 0 });
  const { data } = await stripe.subscriptions.list({ customer: customer.id, status: 'all' });
  expect(data).toMatchObject([{ status: 'canceled' }]);
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
});

test('the next invoice uses and shows a credit', async () => {
  const { stripe } = sandbox;
  const { clock, customer } = await subscribe();
  const credit = {
    amount: -1500,
    currency: 'usd',
    description: 'A wrong contact',
    metadata: { creditId: 'c' },
  };
  const { id } = await stripe.customers.createBalanceTransaction(customer.id, credit);
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -1500 });
  await advance(clock, 28);
  const { data } = await stripe.invoices.list({ customer: customer.id });
  expect(data[0]).toMatchObject({
    total: 3000,
    amount_paid: 1500,
    starting_balance: -1500,
    ending_balance: 0,
  });
  const { data: changes } = await stripe.customers.listBalanceTransactions(customer.id);
  expect(changes).toMatchObject([
    { type: 'applied_to_invoice', amount: 1500, ending_balance: 0, invoice: data[0]?.id },
    { id, type: 'adjustment', amount: -1500, metadata: { creditId: 'c' } },
  ]);
  const portal = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: 'http://localhost:8080/subscriptions',
  });
  expect(await (await fetch(portal.url)).text()).toContain('-$15.00');
});
