import { paymentEventTypes } from '@closingwire/contracts/payment-provider';
import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkStripe, readStripe } from '../src/doctor/check-stripe.ts';
import type { Settings } from '../src/settings-file.ts';
import { openStripeAccount, publicUrl, setUp } from './stripe-account.ts';

/* A webhook endpoint that an operator made in Stripe's dashboard, without metadata. */

const url = `${publicUrl}/api/stripe/webhook`;

let account: Awaited<ReturnType<typeof openStripeAccount>>;
beforeEach(async () => {
  account = await openStripeAccount();
});
afterEach(() => account.close());

const makeByHand = (params: Partial<Stripe.WebhookEndpointCreateParams> = {}) =>
  account.clientOf().webhookEndpoints.create({
    url,
    enabled_events: [...paymentEventTypes],
    api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
    ...params,
  });

/** Returns the doctor's lines about the endpoint. */
const doctorLines = async (settings: Settings) =>
  (await readStripe(settings)).flatMap(facts =>
    checkStripe(facts, settings)
      .filter(({ item }) => item === 'Stripe test mode, webhook endpoint')
      .map(({ level, text }) => `${level}: ${text.replace(/we_\w{24}/, 'we_…')}`),
  );

const withSecret = (secret: string) => account.settingsOf({ STRIPE_WEBHOOK_SECRET: secret });
const roll = 'run `make stripe-setup ARGS=--roll`, which replaces it.';

test('is adopted if the settings may have its secret', async () => {
  await makeByHand({ enabled_events: ['invoice.paid'] });
  const { isComplete, lines } = await setUp(withSecret('whsec_by_hand'));
  expect(isComplete).toBe(true);
  expect(lines[0]).toBe(
    `test mode, webhook endpoint: updated enabled_events, description of ${url} (we_…); it was made by hand, so that its signing secret cannot be compared with STRIPE_WEBHOOK_SECRET: if Stripe shows failed deliveries, --roll replaces it`,
  );
  expect(await doctorLines(withSecret('whsec_by_hand'))).toEqual([
    `warning: we_… was made by hand, so that its signing secret cannot be compared with STRIPE_WEBHOOK_SECRET; if Stripe shows failed deliveries, ${roll}`,
  ]);
  expect(await account.endpoints()).toHaveLength(1);
});

test('is a problem without a secret', async () => {
  await makeByHand();
  const { isComplete, lines } = await setUp(account.settingsOf());
  expect(isComplete).toBe(false);
  expect(lines[0]).toMatch(
    /: problem: we_… at .+: its signing secret is not in STRIPE_WEBHOOK_SECRET, .+--roll/,
  );
  expect(await doctorLines(account.settingsOf())).toEqual([
    `problem: expected its signing secret in STRIPE_WEBHOOK_SECRET, got another or none; set it, or ${roll}`,
  ]);
});

test('is a problem with the secret of another endpoint', async () => {
  const { file, read } = account.settingsFile();
  await setUp(account.settingsOf(), { settingsFile: file });
  const [own] = await account.endpoints();
  await makeByHand();
  await account.clientOf().webhookEndpoints.update(own?.id ?? '', { url: 'https://old.example.org/hook' });
  const settings = account.settingsOf(read());
  expect((await setUp(settings)).isComplete).toBe(false);
  expect(await doctorLines(settings)).toEqual([
    expect.stringMatching(/^problem: expected its signing secret in /),
  ]);
});

test("is a problem with only the other mode's secret", async () => {
  await makeByHand();
  const settings = account.settingsOf({
    STRIPE_WEBHOOK_SECRET: undefined,
    STRIPE_LIVE_WEBHOOK_SECRET: 'whsec_live',
  });
  expect(await doctorLines(settings)).toEqual([
    expect.stringMatching(/^problem: expected its signing secret in /),
  ]);
});

test('is replaced by --roll', async () => {
  const { id } = await makeByHand();
  const { file, read } = account.settingsFile('STRIPE_WEBHOOK_SECRET=whsec_by_hand\n');
  const { isComplete } = await setUp(account.settingsOf(read()), { settingsFile: file, isRoll: true });
  expect(isComplete).toBe(true);
  expect(await account.endpoints()).toEqual([expect.not.objectContaining({ id })]);
  expect(await doctorLines(account.settingsOf(read()))).toEqual([]);
  expect((await setUp(account.settingsOf(read()))).lines.every(line => line.includes(': unchanged '))).toBe(
    true,
  );
});

test.each([
  ["the account's default", {}],
  ['2019-02-19', { api_version: '2019-02-19' as const }],
])('with API version %s is named with what to do', async (version, params) => {
  const { file, read } = account.settingsFile();
  await setUp(account.settingsOf(), { settingsFile: file });
  const [own] = await account.endpoints();
  await account.clientOf().webhookEndpoints.del(own?.id ?? '');
  await account.clientOf().webhookEndpoints.create({
    url,
    enabled_events: [...paymentEventTypes],
    description: own?.description ?? '',
    metadata: own?.metadata ?? {},
    ...params,
  });
  const settings = account.settingsOf(read());
  expect((await setUp(settings)).lines[0]).toBe(
    `test mode, webhook endpoint: unchanged ${url} (we_…); it sends API version ${version}, and ${Stripe.API_VERSION} is read: --roll replaces it`,
  );
  expect(await doctorLines(settings)).toEqual([
    `warning: expected API version ${Stripe.API_VERSION}, got ${version}; ${roll}`,
  ]);
});

test("beside the setup's endpoint must be deleted", async () => {
  const { file, read } = account.settingsFile();
  await setUp(account.settingsOf(), { settingsFile: file });
  await makeByHand();
  const settings = account.settingsOf(read());
  expect((await setUp(settings)).lines[0]).toMatch(/; we_… sends to the same address: delete it$/);
  expect(await doctorLines(settings)).toEqual([
    'warning: we_… sends to the same address, with another secret; delete it at Stripe.',
  ]);
});
