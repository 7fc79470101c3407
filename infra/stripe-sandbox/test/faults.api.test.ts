import { createServer } from 'node:http';
import { until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type RunningSandbox, secretKey, startSandbox } from './start-sandbox.ts';

const received: { id: string; type: string }[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push(JSON.parse(body));
  response.end();
});

let sandbox: RunningSandbox;
beforeAll(async () => {
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  sandbox = await startSandbox({ webhookUrl: `http://127.0.0.1:${port}/webhook` });
});
afterAll(async () => {
  await sandbox.stop();
  await new Promise(resolve => receiver.close(resolve));
});

async function faults(path: string, fields?: Record<string, string>) {
  const reply = await fetch(`${sandbox.url}/faults${path}`, {
    headers: { authorization: `Bearer ${secretKey}` },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  });
  return reply.json();
}

const events = z.object({
  data: z.array(z.object({ id: z.string(), type: z.string() })),
});
const customers = 'post /v1/customers';

test('an ordered 500 is replayed to its idempotency key', async () => {
  const { stripe } = sandbox;
  await faults('', { route: customers, kind: 'fail' });
  const create = () =>
    stripe.customers.create({ email: 'ann@example.com' }, { idempotencyKey: 'fails-once' });
  await expect(create()).rejects.toMatchObject({ statusCode: 500, type: 'StripeAPIError' });
  await expect(create()).rejects.toMatchObject({
    statusCode: 500,
    headers: { 'idempotent-replayed': 'true' },
  });
  expect((await stripe.customers.list({ email: 'ann@example.com' })).data).toEqual([]);
  const fresh = await stripe.customers.create({ email: 'ann@example.com' }, { idempotencyKey: 'succeeds' });
  expect(fresh.email).toBe('ann@example.com');
});

test('a second call under a key in use is refused', async () => {
  const { stripe } = sandbox;
  await faults('', { route: customers, kind: 'delay', delay_ms: '1500' });
  const create = () => stripe.customers.create({ email: 'bo@example.com' }, { idempotencyKey: 'twice' });
  const results = await Promise.allSettled([create(), create()]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refusal = results.find(result => result.status === 'rejected')?.reason;
  // Stripe's library has no error class for a 409.
  expect(refusal).toMatchObject({
    type: 'StripeAPIError',
    rawType: 'idempotency_error',
    statusCode: 409,
    code: 'idempotency_key_in_use',
  });
  expect((await stripe.customers.list({ email: 'bo@example.com' })).data).toHaveLength(1);
});

test('a fault for an unknown route is refused', async () => {
  expect(await faults('', { route: 'post /v1/nothing', kind: 'fail' })).toMatchObject({
    error: { param: 'route' },
  });
});

test('events are held back, then sent in any order and again', async () => {
  await faults('/webhooks/hold', {});
  const first = await sandbox.stripe.customers.create({ email: 'cy@example.com' });
  await sandbox.stripe.customers.update(first.id, { email: 'cyd@example.com', name: 'Cyd' });
  const { data } = events.parse(await faults('/webhooks'));
  const [created, updated] = data.slice(-2);
  expect([created, updated]).toMatchObject([{ type: 'customer.created' }, { type: 'customer.updated' }]);
  for (const event of [updated, created, updated]) {
    expect(await faults(`/webhooks/${event?.id}/deliver`, {})).toEqual({ status: 200 });
  }
  const own = () => received.filter(({ id }) => id === created?.id || id === updated?.id);
  expect(own().map(({ id }) => id)).toEqual([updated?.id, created?.id, updated?.id]);

  expect(events.parse(await faults('/webhooks')).data).not.toContainEqual(created);

  const next = await sandbox.stripe.customers.create({ email: 'di@example.com' });
  await faults('/webhooks/release', {});
  await until(() => received.some(event => JSON.stringify(event).includes(next.id)));
  expect(own()).toHaveLength(3);
});
