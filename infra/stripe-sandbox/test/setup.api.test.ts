import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { until } from '@closingwire/chassis/testing';
import { Stripe } from 'stripe';
import { afterEach, expect, test } from 'vitest';
import { clientOf, liveSecretKey, monthlyPrice, startSandbox } from './start-sandbox.ts';

/* The objects that an operator creates once in each mode: webhook endpoints, portal configurations, product and price. */

type Receipt = { body: string; signature: string };

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

async function startReceiver() {
  const receipts: Receipt[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    receipts.push({ body, signature: String(request.headers['stripe-signature']) });
    response.end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise(resolve => server.close(resolve)));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { receipts, url: `http://127.0.0.1:${port}/webhook` };
}

function newFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'stripe-sandbox-'));
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function start(options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox(options);
  cleanups.push(sandbox.stop);
  return sandbox;
}

test('a created endpoint gets the events of its list, signed with its secret', async () => {
  const { receipts, url } = await startReceiver();
  const { stripe } = await start();
  const { secret = '' } = await stripe.webhookEndpoints.create({ url, enabled_events: ['customer.updated'] });
  const customer = await stripe.customers.create({ email: 'pat@example.com' });
  await stripe.customers.update(customer.id, { name: 'Pat' });
  const receipt = await until(() => receipts[0]);
  const event = Stripe.webhooks.constructEvent(receipt.body, receipt.signature, secret);
  expect(event).toMatchObject({ type: 'customer.updated', data: { object: { id: customer.id } } });
  expect(receipts).toHaveLength(1);
});

test('an event goes to the configured and the created endpoint', async () => {
  const [configured, created] = [await startReceiver(), await startReceiver()];
  const { stripe } = await start({ webhookUrl: configured.url });
  await stripe.webhookEndpoints.create({ url: created.url, enabled_events: ['*'] });
  await stripe.customers.create({ email: 'pat@example.com' });
  await until(() => configured.receipts.length === 1 && created.receipts.length === 1);
});

test('only the reply to its creation shows the secret of an endpoint', async () => {
  const { stripe } = await start();
  const created = await stripe.webhookEndpoints.create({ url: 'https://a.example/w', enabled_events: ['*'] });
  expect(created.secret).toMatch(/^whsec_/);
  expect((await stripe.webhookEndpoints.list()).data).toEqual([{ ...created, secret: undefined }]);
});

test('an endpoint is changed, disabled and deleted', async () => {
  const { stripe } = await start();
  const { id } = await stripe.webhookEndpoints.create({ url: 'https://a.example/w', enabled_events: ['*'] });
  const change = { url: 'https://b.example/w', disabled: true, metadata: { a: 'b' } };
  expect(await stripe.webhookEndpoints.update(id, change)).toMatchObject({
    url: change.url,
    status: 'disabled',
    enabled_events: ['*'],
    metadata: { a: 'b' },
  });
  expect(await stripe.webhookEndpoints.del(id)).toMatchObject({ id, deleted: true });
  await expect(stripe.webhookEndpoints.retrieve(id)).rejects.toMatchObject({ statusCode: 404 });
});

test('a live endpoint needs https', async () => {
  const { url } = await start();
  const live = clientOf(url, liveSecretKey);
  const create = live.webhookEndpoints.create({ url: 'http://a.example/w', enabled_events: ['*'] });
  await expect(create).rejects.toMatchObject({ code: 'url_invalid' });
});

test('endpoint, configuration and price are there after a restart', async () => {
  const dataDir = newFolder();
  const { receipts, url } = await startReceiver();
  const first = await startSandbox({ dataDir });
  await first.stripe.webhookEndpoints.create({ url, enabled_events: ['customer.created'] });
  await first.stripe.billingPortal.configurations.create({
    features: { invoice_history: { enabled: true } },
  });
  await first.stripe.prices.create({ ...monthlyPrice, lookup_key: 'zip' });
  await first.stop();
  const { stripe } = await start({ dataDir });
  expect((await stripe.billingPortal.configurations.list()).data).toHaveLength(1);
  expect((await stripe.prices.list({ lookup_keys: ['zip'] })).data).toHaveLength(1);
  await stripe.customers.create({ email: 'pat@example.com' });
  await until(() => receipts.length === 1);
});

test('undelivered events of an earlier version are sent', async () => {
  const dataDir = newFolder();
  const first = await startSandbox({ dataDir });
  const customer = await first.stripe.customers.create({ email: 'pat@example.com' });
  await first.stop();
  const file = new DatabaseSync(join(dataDir, 'stripe-sandbox.sqlite'));
  file.exec(`
    create table deliveries (event_id text primary key, attempts integer not null default 0,
      next_attempt_at integer, delivered_at integer, last_status integer, last_error text);
    insert into deliveries (event_id, next_attempt_at) select event_id, next_attempt_at from sends;
    drop table sends`);
  file.close();
  const { receipts, url } = await startReceiver();
  await start({ dataDir, webhookUrl: url });
  expect((await until(() => receipts[0])).body).toContain(customer.id);
});

test('a portal configuration changes in what a call names', async () => {
  const { stripe } = await start();
  const { configurations } = stripe.billingPortal;
  const { id } = await configurations.create({
    default_return_url: 'https://a.example/subscriptions',
    features: { subscription_cancel: { enabled: true }, invoice_history: { enabled: true } },
  });
  const changed = await configurations.update(id, { features: { invoice_history: { enabled: false } } });
  expect(changed.features).toMatchObject({
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    invoice_history: { enabled: false },
  });
  const customer = await stripe.customers.create({ email: 'pat@example.com' });
  const session = await stripe.billingPortal.sessions.create({ customer: customer.id, configuration: id });
  expect(session).toMatchObject({ configuration: id, return_url: 'https://a.example/subscriptions' });
});

test('a lookup key moves to another price only on request', async () => {
  const { stripe } = await start();
  const first = await stripe.prices.create({ ...monthlyPrice, lookup_key: 'zip' });
  const create = stripe.prices.create({ ...monthlyPrice, unit_amount: 1900, lookup_key: 'zip' });
  await expect(create).rejects.toMatchObject({ param: 'lookup_key' });
  const second = await stripe.prices.create({
    ...monthlyPrice,
    unit_amount: 1900,
    lookup_key: 'zip',
    transfer_lookup_key: true,
  });
  const { data } = await stripe.prices.list({ lookup_keys: ['zip'] });
  expect(data.map(({ id }) => id)).toEqual([second.id]);
  const archived = await stripe.prices.update(first.id, { active: false });
  expect(archived).toMatchObject({ active: false, lookup_key: null });
});
