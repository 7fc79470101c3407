import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf, monthlyPrice, type RunningSandbox, startSandbox } from './start-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

test('a wrong secret key is refused', async () => {
  const stranger = clientOf(sandbox.url, 'sk_test_wrong');
  await expect(stranger.customers.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
});

test('a repeated idempotency key replays the first reply', async () => {
  const { stripe } = sandbox;
  const options = { idempotencyKey: 'intent-7' };
  const first = await stripe.customers.create({ email: 'kim@example.com' }, options);
  const second = await stripe.customers.create({ email: 'kim@example.com' }, options);
  expect(second.id).toBe(first.id);
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect((await stripe.customers.list({ email: 'kim@example.com' })).data).toHaveLength(1);
});

test('a repeated key replays a refusal too', async () => {
  const { stripe } = sandbox;
  const customer = await stripe.customers.create({ email: 'lee@example.com' });
  const attach = () =>
    stripe.paymentMethods.attach(
      'pm_card_visa_chargeDeclined',
      { customer: customer.id },
      { idempotencyKey: 'refused-1' },
    );
  await expect(attach()).rejects.toMatchObject({ code: 'card_declined' });
  await expect(attach()).rejects.toMatchObject({
    code: 'card_declined',
    headers: { 'idempotent-replayed': 'true' },
  });
});

test('a key with other parameters is refused', async () => {
  const options = { idempotencyKey: 'intent-8' };
  await sandbox.stripe.customers.create({ email: 'one@example.com' }, options);
  const other = sandbox.stripe.customers.create({ email: 'two@example.com' }, options);
  await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
});

test('an unknown parameter is named', async () => {
  const wrong = fetch(`${sandbox.url}/v1/customers`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_of_the_tests' },
    body: new URLSearchParams({ 'colour[dark]': 'red' }),
  });
  const reply = await wrong;
  expect(reply.status).toBe(400);
  expect(reply.headers.get('request-id')).toMatch(/^req_/);
  expect(await reply.json()).toMatchObject({
    error: { type: 'invalid_request_error', code: 'parameter_unknown', param: 'colour' },
  });
});

test('a missing object is refused as Stripe does', async () => {
  await expect(sandbox.stripe.subscriptions.retrieve('sub_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such subscription: 'sub_none'",
  });
});

test('lists are paged without gaps', async () => {
  const { stripe } = sandbox;
  const email = 'paged@example.com';
  for (let index = 0; index < 5; index++) await stripe.customers.create({ email, name: `${index}` });
  const names = await stripe.customers
    .list({ email, limit: 2 })
    .autoPagingToArray({ limit: 10 })
    .then(all => all.map(({ name }) => name));
  expect(names).toEqual(['4', '3', '2', '1', '0']);
});

test('decimal amounts arrive as decimals', async () => {
  const price = await sandbox.stripe.prices.create(monthlyPrice);
  expect(price.unit_amount_decimal?.toNumber()).toBe(1500);
});

test('everything is there after a restart', async () => {
  const first = await startSandbox();
  const customer = await first.stripe.customers.create({ email: 'stay@example.com', metadata: { a: '1' } });
  const again = await startSandbox({ dataDir: first.dataDir });
  expect(await again.stripe.customers.retrieve(customer.id)).toMatchObject({
    email: 'stay@example.com',
    metadata: { a: '1' },
  });
  await again.stop();
  await first.stop();
});
