import { until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from './start-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

type Intent = { id: string; client_secret: string | null };

async function newIntent() {
  const customer = await sandbox.stripe.customers.create({ email: 'sam@example.com' });
  const intent = await sandbox.stripe.setupIntents.create({
    customer: customer.id,
    usage: 'off_session',
    automatic_payment_methods: { enabled: true },
  });
  return { customer, intent };
}

/** Makes a call as the card form in the browser does. */
function call({ id, client_secret }: Intent, action: string, fields: Record<string, string>) {
  const kind = id.startsWith('pi_') ? 'payment_intents' : 'setup_intents';
  return fetch(`${sandbox.url}/browser/v1/${kind}/${id}/${action}`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({ client_secret: client_secret ?? '', ...fields }),
  });
}

const confirm = (intent: Intent, number: string) =>
  call(intent, 'confirm', {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
  });

const cardsOf = async (customer: string) =>
  (await sandbox.stripe.customers.listPaymentMethods(customer, { type: 'card' })).data.map(
    ({ card }) => card?.last4,
  );

describe('a setup intent', () => {
  test('saves the card that is confirmed', async () => {
    const { customer, intent } = await newIntent();
    const reply = await confirm(intent, '4242424242424242');
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(await reply.json()).toMatchObject({ status: 'succeeded' });
    expect(await cardsOf(customer.id)).toEqual(['4242']);
  });

  test.each([
    ['4000000000000002', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'insufficient_funds', 'Your card has insufficient funds.'],
  ])('stays open when card %s is declined', async (number, decline_code, message) => {
    const { customer, intent } = await newIntent();
    const reply = await confirm(intent, number);
    expect(reply.status).toBe(402);
    expect(await reply.json()).toMatchObject({ error: { code: 'card_declined', decline_code, message } });
    expect(await sandbox.stripe.setupIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'card_declined', decline_code },
    });
    expect(await (await confirm(intent, '4242424242424242')).json()).toMatchObject({ status: 'succeeded' });
    expect(await cardsOf(customer.id)).toEqual(['4242']);
  });

  test('is confirmed with its own secret only', async () => {
    const { intent } = await newIntent();
    const reply = await confirm({ ...intent, client_secret: 'seti_wrong_secret_wrong' }, '4242424242424242');
    expect(reply.status).toBe(400);
    expect((await sandbox.stripe.setupIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
  });
});

describe('a card that its bank checks', () => {
  const checked = '4000002500003155';

  test('is saved once the check is passed', async () => {
    const { customer, intent } = await newIntent();
    expect(await (await confirm(intent, checked)).json()).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    });
    expect(await cardsOf(customer.id)).toEqual([]);
    const passed = await call(intent, 'bank_step', { outcome: 'pass' });
    expect(await passed.json()).toMatchObject({ status: 'succeeded', next_action: null });
    expect(await cardsOf(customer.id)).toEqual(['3155']);
    const again = await call(intent, 'bank_step', { outcome: 'fail' });
    expect(await again.json()).toMatchObject({ status: 'succeeded' });
  });

  test('is not saved when the check fails', async () => {
    const { customer, intent } = await newIntent();
    await confirm(intent, checked);
    const failed = await call(intent, 'bank_step', { outcome: 'fail' });
    expect(await failed.json()).toMatchObject({
      error: {
        code: 'setup_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      },
    });
    expect(await cardsOf(customer.id)).toEqual([]);
    expect((await sandbox.stripe.setupIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
  });
});

test('a slow bank saves the card later', async () => {
  const { customer, intent } = await newIntent();
  expect(await (await confirm(intent, '4000000000012007')).json()).toMatchObject({ status: 'processing' });
  expect(await cardsOf(customer.id)).toEqual([]);
  await until(async () => (await cardsOf(customer.id)).length > 0, { timeoutMs: 30_000 });
  expect((await sandbox.stripe.setupIntents.retrieve(intent.id)).status).toBe('succeeded');
}, 45_000);

test('a connection that is cut off changes nothing', async () => {
  const { intent } = await newIntent();
  await expect(confirm(intent, '4000000000013005')).rejects.toThrow('fetch failed');
  expect((await sandbox.stripe.setupIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
});

describe('a payment intent', () => {
  const newPayment = () => sandbox.stripe.paymentIntents.create({ amount: 4500, currency: 'usd' });

  test('takes its amount from a good card', async () => {
    const payment = await newPayment();
    expect(await (await confirm(payment, '4242424242424242')).json()).toMatchObject({
      status: 'succeeded',
      amount: 4500,
      amount_received: 4500,
    });
  });

  test('takes nothing from a card refused when charged', async () => {
    const payment = await newPayment();
    expect((await confirm(payment, '4000000000000341')).status).toBe(402);
    expect(await sandbox.stripe.paymentIntents.retrieve(payment.id)).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { code: 'card_declined' },
    });
  });
});

describe('what browsers load', () => {
  test('the script defines window.Stripe', async () => {
    const reply = await fetch(`${sandbox.url}/v3/stripe.js`);
    expect(reply.headers.get('content-type')).toContain('text/javascript');
    expect(await reply.text()).toContain('window.Stripe = Stripe');
  });

  test('frames run their own scripts alone', async () => {
    const reply = await fetch(`${sandbox.url}/elements/card.html`);
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toContain('frame-ancestors');
  });
});
