import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodCard, monthlyPrice, type RunningSandbox, startSandbox, submitForm } from './start-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

async function openCheckout(quantity = 2, more: { trial_end?: number } = {}) {
  const { stripe } = sandbox;
  const customer = await stripe.customers.create({ email: 'pat@example.com', name: 'Pat' });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price_data: monthlyPrice, quantity }],
    client_reference_id: 'account-1',
    metadata: { intentId: 'intent-1' },
    subscription_data: { metadata: { accountId: 'account-1' }, ...more },
    success_url: 'http://localhost:8080/dashboard?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:8080/zips',
  });
  return { customer, session };
}

test('a paid checkout starts a subscription', async () => {
  const { stripe } = sandbox;
  const { customer, session } = await openCheckout(3);
  const reply = await submitForm(session.url ?? '', { ...goodCard, outcome: 'pay' });
  expect(reply.status).toBe(303);
  expect(reply.headers.get('location')).toBe(`http://localhost:8080/dashboard?session_id=${session.id}`);

  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
  expect(paid).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    client_reference_id: 'account-1',
    metadata: { intentId: 'intent-1' },
    subscription: {
      status: 'active',
      metadata: { accountId: 'account-1' },
      items: { data: [{ quantity: 3 }] },
    },
  });
  const { data: invoices } = await stripe.invoices.list({ customer: customer.id });
  expect(invoices).toMatchObject([{ status: 'paid', amount_paid: 4500 }]);
  const kept = await stripe.customers.retrieve(customer.id);
  expect(kept).toMatchObject({ invoice_settings: { default_payment_method: expect.stringMatching(/^pm_/) } });
});

test('a declined card leaves the checkout open', async () => {
  const { session } = await openCheckout();
  const reply = await submitForm(session.url ?? '', { outcome: 'decline' });
  expect(reply.status).toBe(402);
  expect(await reply.text()).toContain('Your card was declined.');
  const after = await sandbox.stripe.checkout.sessions.retrieve(session.id);
  expect(after).toMatchObject({ status: 'open', payment_status: 'unpaid', subscription: null });
});

test('paying twice starts one subscription', async () => {
  const { customer, session } = await openCheckout();
  await submitForm(session.url ?? '', { ...goodCard, outcome: 'pay' });
  const second = await submitForm(session.url ?? '', { ...goodCard, outcome: 'pay' });
  expect(second.status).toBe(303);
  const { data } = await sandbox.stripe.subscriptions.list({ customer: customer.id });
  expect(data).toHaveLength(1);
});

test('a trial checkout charges nothing today', async () => {
  const trialEnd = Math.floor(Date.now() / 1000) + 5 * 86_400;
  const { session } = await openCheckout(2, { trial_end: trialEnd });
  await submitForm(session.url ?? '', { ...goodCard, outcome: 'pay' });
  const paid = await sandbox.stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
  expect(paid).toMatchObject({
    payment_status: 'no_payment_required',
    subscription: { status: 'trialing', trial_end: trialEnd },
  });
});

test('the checkout page escapes what it shows', async () => {
  const { stripe } = sandbox;
  const customer = await stripe.customers.create({ email: '<b>pat</b>@example.com' });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price_data: monthlyPrice, quantity: 1 }],
    success_url: 'http://localhost:8080/dashboard',
  });
  const page = await fetch(session.url ?? '');
  expect(await page.text()).toContain('&lt;b&gt;pat&lt;/b&gt;@example.com');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('an expired checkout takes no payment', async () => {
  const { customer, session } = await openCheckout();
  await sandbox.stripe.checkout.sessions.expire(session.id);
  const page = await submitForm(`${sandbox.url}/checkout/${session.id}`, { ...goodCard, outcome: 'pay' });
  expect(await page.text()).toContain('This checkout has expired');
  expect((await sandbox.stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(0);
});
