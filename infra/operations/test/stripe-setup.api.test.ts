import { execFile } from 'node:child_process';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { until } from '@closingwire/chassis/testing';
import { paymentEventTypes } from '@closingwire/contracts/payment-provider';
import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Settings } from '../src/settings-file.ts';
import { setUpStripe } from '../src/stripe-setup/set-up-stripe.ts';
import { liveKey, openStripeAccount, publicUrl, setUp } from './stripe-account.ts';

let account: Awaited<ReturnType<typeof openStripeAccount>>;
const cleanups: (() => unknown)[] = [];
beforeEach(async () => {
  account = await openStripeAccount();
  cleanups.push(account.close);
});
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

const clientOf = (key?: string) => account.clientOf(key);
const settingsOf = (changes?: Settings) => account.settingsOf(changes);
const settingsFile = (text?: string) => account.settingsFile(text);
const endpoints = (key?: string) => account.endpoints(key);
const only = async (key?: string) => (await endpoints(key))[0];

test('a second run changes nothing', async () => {
  const { file, read } = settingsFile();
  const first = await setUp(settingsOf(), { settingsFile: file });
  expect(first).toEqual({
    isComplete: true,
    lines: [
      `test mode, webhook endpoint: created ${publicUrl}/api/stripe/webhook (we_…); its signing secret is in ${file} as STRIPE_WEBHOOK_SECRET; billing reads it at its next start`,
      'test mode, customer portal: created bpc_…',
      'test mode, product: created ZIP code subscription (closingwire-zip-code)',
      'test mode, price: created 15.00 USD per ZIP and month (price_…)',
    ],
  });
  expect(await only()).toMatchObject({
    url: `${publicUrl}/api/stripe/webhook`,
    enabled_events: [...paymentEventTypes],
    api_version: Stripe.API_VERSION,
  });
  const second = await setUp(settingsOf(read()), { settingsFile: file });
  expect(second).toEqual({
    isComplete: true,
    lines: [
      `test mode, webhook endpoint: unchanged ${publicUrl}/api/stripe/webhook (we_…)`,
      'test mode, customer portal: unchanged bpc_…',
      'test mode, product: unchanged ZIP code subscription (closingwire-zip-code)',
      'test mode, price: unchanged 15.00 USD per ZIP and month (price_…)',
    ],
  });
});

test('each mode with a key gets its own objects and secret', async () => {
  const { file, read } = settingsFile('');
  const { lines } = await setUp(settingsOf({ STRIPE_LIVE_SECRET_KEY: liveKey }), { settingsFile: file });
  expect(lines.filter(line => line.startsWith('live mode'))).toHaveLength(4);
  const { STRIPE_WEBHOOK_SECRET: ofTest, STRIPE_LIVE_WEBHOOK_SECRET: ofLive } = read();
  expect([ofTest, ofLive]).toEqual([expect.stringMatching(/^whsec_/), expect.stringMatching(/^whsec_/)]);
  expect(ofTest).not.toBe(ofLive);
  expect(await endpoints(liveKey)).toHaveLength(1);
});

test('only the owner can read the file with the secret, and other lines stay', async () => {
  const { file } = settingsFile('PUBLIC_URL=https://app.example.org\n#STRIPE_WEBHOOK_SECRET=whsec_…\nLAST=1');
  await setUp(settingsOf(), { settingsFile: file });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toMatch(
    /^PUBLIC_URL=https:\/\/app\.example\.org\nSTRIPE_WEBHOOK_SECRET=whsec_\w+\nLAST=1$/,
  );
});

test('without a file the secret is printed once', async () => {
  const { lines } = await setUp(settingsOf());
  expect(lines[0]).toMatch(/^test mode, signing secret, shown only now: STRIPE_WEBHOOK_SECRET=whsec_\w+$/);
  const again = await setUp(settingsOf());
  expect(again.isComplete).toBe(false);
  expect(again.lines[0]).toMatch(
    /^test mode, webhook endpoint: problem: we_… at .+: its signing secret is not in STRIPE_WEBHOOK_SECRET, .+ --roll, which replaces the endpoint$/,
  );
});

test('--roll replaces the endpoint and its secret', async () => {
  const { file, read } = settingsFile();
  await setUp(settingsOf(), { settingsFile: file });
  const before = { endpoint: await only(), secret: read().STRIPE_WEBHOOK_SECRET };
  const { isComplete } = await setUp(settingsOf(read()), { settingsFile: file, isRoll: true });
  expect(isComplete).toBe(true);
  expect(await endpoints()).toHaveLength(1);
  expect((await only())?.id).not.toBe(before.endpoint?.id);
  expect(read().STRIPE_WEBHOOK_SECRET).toMatch(/^whsec_\w+$/);
  expect(read().STRIPE_WEBHOOK_SECRET).not.toBe(before.secret);
});

test('a signing secret of the other mode stays beside a new one', async () => {
  const { file, read } = settingsFile('STRIPE_WEBHOOK_SECRET=whsec_of_live\n');
  await setUp(settingsOf(read()), { settingsFile: file });
  expect(read().STRIPE_WEBHOOK_SECRET).toMatch(/^whsec_\w{24},whsec_of_live$/);
});

test('a changed event list and price are updated', async () => {
  const { file, read } = settingsFile();
  await setUp(settingsOf(), { settingsFile: file });
  const stripe = clientOf();
  const endpoint = await only();
  await stripe.webhookEndpoints.update(endpoint?.id ?? '', {
    enabled_events: ['invoice.paid'],
    disabled: true,
  });
  const changed = settingsOf({ ...read(), PRICE_CENTS: '1900' });
  expect((await setUp(changed)).lines).toEqual([
    'test mode, webhook endpoint: updated enabled_events, status of https://app.example.org/api/stripe/webhook (we_…)',
    'test mode, customer portal: unchanged bpc_…',
    'test mode, product: unchanged ZIP code subscription (closingwire-zip-code)',
    'test mode, price: updated 19.00 USD per ZIP and month (price_…)',
  ]);
  expect(await endpoints()).toMatchObject([{ id: endpoint?.id, status: 'enabled' }]);
  const active = (await stripe.prices.list({ product: 'closingwire-zip-code', active: true })).data;
  expect(active).toMatchObject([{ unit_amount: 1900, lookup_key: 'closingwire_zip_month_app.example.org' }]);
  expect((await setUp(changed)).lines.every(line => line.includes(': unchanged '))).toBe(true);
});

test('--roll completes a run killed after the endpoint', async () => {
  const { file, read } = settingsFile();
  chmodSync(account.dir, 0o700);
  const dying = setUpStripe({
    settings: settingsOf(),
    settingsFile: join(account.dir, 'gone', '.env.production'),
    print: () => {},
  });
  await expect(dying).rejects.toThrow('ENOENT');
  expect(await endpoints()).toHaveLength(1);
  expect((await setUp(settingsOf(), { settingsFile: file })).isComplete).toBe(false);
  const { isComplete } = await setUp(settingsOf(), { settingsFile: file, isRoll: true });
  expect(isComplete).toBe(true);
  expect(await endpoints()).toHaveLength(1);
  expect((await setUp(settingsOf(read()))).lines.every(line => line.includes(': unchanged '))).toBe(true);
});

test('a leftover of a killed --roll is deleted', async () => {
  const { file, read } = settingsFile();
  await setUp(settingsOf(), { settingsFile: file });
  const left = await clientOf().webhookEndpoints.create({
    url: `${publicUrl}/api/stripe/webhook`,
    enabled_events: ['*'],
    metadata: { closingwire: 'webhook' },
  });
  const { lines } = await setUp(settingsOf(read()));
  expect(lines[0]).toMatch(/^test mode, webhook endpoint: updated leftover we_… of /);
  expect((await endpoints()).map(({ id }) => id)).not.toContain(left.id);
});

test('an event reaches the address, signed with the stored secret', async () => {
  const received: { body: string; signature: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ body, signature: String(request.headers['stripe-signature']) });
    response.end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise(resolve => server.close(resolve)));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { file, read } = settingsFile();
  await setUp(settingsOf({ PUBLIC_URL: `http://127.0.0.1:${port}` }), { settingsFile: file });
  const customer = await clientOf().customers.create({ email: 'pat@example.com' });
  await clientOf().customers.update(customer.id, { name: 'Pat' });
  const { body, signature } = await until(() => received[0]);
  const secret = read().STRIPE_WEBHOOK_SECRET ?? '';
  expect(Stripe.webhooks.constructEvent(body, signature, secret).type).toBe('customer.updated');
});

test.each<[string, Settings, RegExp]>([
  [
    'a refused key',
    { STRIPE_SECRET_KEY: 'sk_test_wrong' },
    /^test mode, webhook endpoint: STRIPE_SECRET_KEY: expected a key that Stripe accepts, got 'Invalid API Key.+dashboard\.stripe\.com\/test\/apikeys\.$/,
  ],
  [
    'no network',
    { STRIPE_API_URL: 'http://127.0.0.1:9' },
    /^test mode, webhook endpoint: STRIPE_SECRET_KEY: http:\/\/127\.0\.0\.1:9 cannot be reached \('.+'\); check the network, then run the command again\.$/,
  ],
  [
    'a live key in the place of a test key',
    { STRIPE_SECRET_KEY: liveKey },
    /^STRIPE_SECRET_KEY: expected a secret key of test mode, which begins with sk_test_ or rk_test_; correct it\.$/,
  ],
  ['no key', { STRIPE_SECRET_KEY: undefined }, /^Expected a secret key of Stripe in STRIPE_SECRET_KEY or /],
  [
    'an address without https at Stripe itself',
    { STRIPE_API_URL: undefined, PUBLIC_URL: 'http://localhost:8080' },
    /^PUBLIC_URL: expected the https address of this installation, .+, got http:\/\/localhost:8080; set it\.$/,
  ],
  ['a price below the least', { PRICE_CENTS: '15' }, /^PRICE_CENTS: expected cents per ZIP and month, /],
])('%s is one sentence', async (_, changes, sentence) => {
  const { isComplete, lines } = await setUp(settingsOf(changes));
  expect({ isComplete, lines }).toEqual({ isComplete: false, lines: [expect.stringMatching(sentence)] });
});

test('a missing permission is named, and the other steps complete', async () => {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/v1/webhook_endpoints')) {
      const message =
        'The provided key does not have the required permissions for this endpoint. Having the write permission would allow it.';
      response.writeHead(403, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { type: 'invalid_request_error', message } }));
      return;
    }
    void fetch(`${account.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization: String(request.headers.authorization) },
    }).then(async reply => {
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text());
    });
  });
  await setUp(settingsOf());
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise(resolve => server.close(resolve)));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { isComplete, lines } = await setUp(settingsOf({ STRIPE_API_URL: `http://127.0.0.1:${port}` }));
  expect(isComplete).toBe(false);
  expect(lines[0]).toMatch(
    /^test mode, webhook endpoint: STRIPE_SECRET_KEY: this restricted key may not use the webhook endpoint \('The provided key .+'\); edit the key at .+ and allow Write for it\.$/,
  );
  expect(lines.slice(1).every(line => line.includes(': unchanged '))).toBe(true);
});

test('a missing settings file is one sentence and exit code 1', async () => {
  const command = fileURLToPath(new URL('../bin/closingwire', import.meta.url));
  const run = promisify(execFile)(command, ['stripe-setup', '--settings', join(account.dir, 'none')]);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/: expected a file with settings that this user can read, got ENOENT; /),
  });
});
