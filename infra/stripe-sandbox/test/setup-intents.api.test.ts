import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from './start-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

async function newIntent() {
  const customer = await sandbox.stripe.customers.create({ email: 'sam@example.com' });
  const intent = await sandbox.stripe.setupIntents.create({
    customer: customer.id,
    usage: 'off_session',
    automatic_payment_methods: { enabled: true },
  });
  return { customer, intent };
}

/** What the shim sends from the browser. */
function confirm(intent: { id: string }, clientSecret: string | null, number: string): Promise<Response> {
  return fetch(`${sandbox.url}/browser/v1/setup_intents/${intent.id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({
      client_secret: clientSecret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    }),
  });
}

test('a confirmed intent saves the card', async () => {
  const { customer, intent } = await newIntent();
  const reply = await confirm(intent, intent.client_secret, '4242424242424242');
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  expect(await reply.json()).toMatchObject({ status: 'succeeded' });
  const { data } = await sandbox.stripe.paymentMethods.list({ customer: customer.id, type: 'card' });
  expect(data).toMatchObject([{ card: { last4: '4242', brand: 'visa' } }]);
});

test('a declined card keeps the intent open', async () => {
  const { intent } = await newIntent();
  const reply = await confirm(intent, intent.client_secret, '4000000000000002');
  expect(reply.status).toBe(402);
  const after = await sandbox.stripe.setupIntents.retrieve(intent.id);
  expect(after).toMatchObject({
    status: 'requires_payment_method',
    last_setup_error: { code: 'card_declined' },
  });
  const second = await confirm(intent, intent.client_secret, '4242424242424242');
  expect(await second.json()).toMatchObject({ status: 'succeeded' });
});

test('a wrong client secret confirms nothing', async () => {
  const { intent } = await newIntent();
  const reply = await confirm(intent, 'seti_wrong_secret_wrong', '4242424242424242');
  expect(reply.status).toBe(400);
  expect((await sandbox.stripe.setupIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
});

test('the browser shim is served as a script', async () => {
  const reply = await fetch(`${sandbox.url}/v3/stripe.js`);
  expect(reply.headers.get('content-type')).toContain('text/javascript');
  expect(await reply.text()).toContain('window.Stripe = Stripe');
});
