import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { afterEach, expect, test, vi } from 'vitest';
import { type RunningSandbox, startSandbox } from './start-sandbox.ts';

type Receipt = { body: string; signature: string };

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

/** Replies with the given statuses in turn, then with 200. */
async function startReceiver(statuses: number[] = []) {
  const receipts: Receipt[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    receipts.push({ body, signature: String(request.headers['stripe-signature']) });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise(resolve => server.close(resolve)));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { receipts, url: `http://127.0.0.1:${port}/webhook` };
}

async function start(options: Parameters<typeof startSandbox>[0]): Promise<RunningSandbox> {
  const sandbox = await startSandbox(options);
  cleanups.push(sandbox.stop);
  return sandbox;
}

const verified = ({ body, signature }: Receipt) =>
  new Stripe('sk_test_any').webhooks.constructEvent(body, signature, 'whsec_sandbox');

test('an event arrives signed', async () => {
  const { receipts, url } = await startReceiver();
  const { stripe } = await start({ webhookUrl: url });
  const customer = await stripe.customers.create({ email: 'pat@example.com' });
  const [receipt] = await vi.waitUntil(() => (receipts.length > 0 ? receipts : undefined), 5000);
  if (!receipt) throw new Error('no receipt');
  expect(verified(receipt)).toMatchObject({
    type: 'customer.created',
    data: { object: { id: customer.id } },
  });
});

test('a refused event is sent again', async () => {
  const { receipts, url } = await startReceiver([500, 302]);
  const { stripe } = await start({ webhookUrl: url });
  await stripe.customers.create({ email: 'pat@example.com' });
  await vi.waitUntil(() => receipts.length === 3, 8000);
  const ids = new Set(receipts.map(receipt => verified(receipt).id));
  expect(ids.size).toBe(1);
});

test('an undelivered event outlives a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stripe-sandbox-'));
  cleanups.push(async () => rmSync(dataDir, { recursive: true }));
  const first = await startSandbox({ webhookUrl: 'http://127.0.0.1:9/webhook', dataDir });
  const customer = await first.stripe.customers.create({ email: 'pat@example.com' });
  await first.stop();
  const { receipts, url } = await startReceiver();
  await start({ webhookUrl: url, dataDir });
  await vi.waitUntil(() => receipts.length > 0, 8000);
  expect(receipts[0] && verified(receipts[0]).data.object).toMatchObject({ id: customer.id });
});
