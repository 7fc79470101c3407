import { createServer } from 'node:http';
import { until } from '@closingwire/chassis/testing';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  clientOf,
  goodCard,
  liveSecretKey,
  monthlyPrice,
  type RunningSandbox,
  startSandbox,
  submitForm,
} from './start-sandbox.ts';

const received: { body: string; signature: string }[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push({ body, signature: String(request.headers['stripe-signature']) });
  response.end();
});

let sandbox: RunningSandbox;
let live: Stripe;
beforeAll(async () => {
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  sandbox = await startSandbox({ webhookUrl: `http://127.0.0.1:${port}/webhook` });
  live = clientOf(sandbox.url, liveSecretKey);
});
afterAll(async () => {
  await sandbox.stop();
  await new Promise(resolve => receiver.close(resolve));
});

const missing = { code: 'resource_missing', type: 'StripeInvalidRequestError' };

test('an object of one mode is missing in the other', async () => {
  const customer = await live.customers.create({ email: 'lee@example.com' });
  await expect(sandbox.stripe.customers.retrieve(customer.id)).rejects.toMatchObject({
    ...missing,
    statusCode: 404,
    message: `No such customer: '${customer.id}'`,
  });
  expect((await live.customers.retrieve(customer.id)).id).toBe(customer.id);
});

test('a parameter that names a missing object is refused with 400', async () => {
  const customer = await live.customers.create({ email: 'lee@example.com' });
  const params = { customer: customer.id, usage: 'off_session' as const };
  await expect(sandbox.stripe.setupIntents.create(params)).rejects.toMatchObject({
    ...missing,
    statusCode: 400,
    param: 'customer',
  });
});

test('an idempotency key belongs to one mode', async () => {
  const options = { idempotencyKey: 'customer-of-both' };
  const test = await sandbox.stripe.customers.create({ email: 'test@example.com' }, options);
  const other = await live.customers.create({ email: 'live@example.com' }, options);
  expect(other.id).not.toBe(test.id);
});

test('a live checkout starts a live subscription', async () => {
  const customer = await live.customers.create({ email: 'kim@example.com' });
  const session = await live.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price_data: monthlyPrice, quantity: 2 }],
    success_url: 'http://localhost:8080/dashboard',
  });
  expect(session).toMatchObject({ id: expect.stringMatching(/^cs_live_/), livemode: true });
  expect((await submitForm(session.url ?? '', { ...goodCard, outcome: 'pay' })).status).toBe(303);
  const { data } = await live.subscriptions.list({ customer: customer.id, status: 'all' });
  expect(data).toMatchObject([
    { livemode: true, status: 'active', items: { data: [{ price: { livemode: true } }] } },
  ]);
  const portal = await live.billingPortal.sessions.create({ customer: customer.id });
  expect(await (await fetch(portal.url)).text()).toContain('kim@example.com');
});

test('a publishable key reaches the intents of its mode', async () => {
  const intent = await live.setupIntents.create({ usage: 'off_session' });
  const read = (key: string) =>
    fetch(`${sandbox.url}/browser/v1/setup_intents/${intent.id}?client_secret=${intent.client_secret}`, {
      headers: { authorization: `Bearer ${key}` },
    });
  expect(await (await read('pk_live_sandbox')).json()).toMatchObject({ id: intent.id, livemode: true });
  expect((await read('pk_test_sandbox')).status).toBe(404);
  expect((await read('pk_live_other')).status).toBe(401);
});

test('an event is signed with the secret of its mode', async () => {
  const customer = await live.customers.create({ email: 'pat@example.com' });
  const receipt = await until(() => received.find(({ body }) => body.includes(customer.id)));
  const verified = (secret: string) => live.webhooks.constructEvent(receipt.body, receipt.signature, secret);
  expect(verified('whsec_sandbox_live')).toMatchObject({
    livemode: true,
    data: { object: { id: customer.id, livemode: true } },
  });
  expect(() => verified('whsec_sandbox')).toThrow(Stripe.errors.StripeSignatureVerificationError);
});

test('both modes are of one account', async () => {
  expect((await live.accounts.retrieveCurrent()).id).toBe(
    (await sandbox.stripe.accounts.retrieveCurrent()).id,
  );
});

test('the overview shows both modes', async () => {
  const page = await (await fetch(sandbox.url)).text();
  expect(page).toContain('test mode');
  expect(page).toContain('live mode');
});
