import { once } from 'node:events';
import { Agent, createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { changeOf, decodeChanges } from '@closingwire/contracts/audit';
import { routesOf } from '@closingwire/contracts/route';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { partsOfTest, silent } from '../../test/bench-parts.ts';
import { AppError } from '../process/app-error.ts';
import { notServed, refuseLongIdle, testIdentity } from '../testing/testing.ts';
import { SAFE_IDLE_MS } from './drain.ts';
import { allow, contextOf } from './handlers.ts';
import { httpPart, implementer, nameChanges } from './http.ts';
import { callInternal } from './http-client.ts';
import { type Identity, openIdentity } from './identity.ts';
import { parseInput } from './problem.ts';

const route = routesOf('catalog');
const thing = z.object({ id: z.string(), count: z.int() });
const contract = {
  list: route('public', 'GET /api/things', { summary: 'Things' })
    .input(z.object({ limit: z.int().min(1).max(9).default(3), only: z.boolean().optional() }))
    .output(z.object({ limit: z.int(), only: z.boolean().nullable() })),
  create: route('public', 'POST /api/things', { summary: 'New thing', status: 201 })
    .input(z.object({ id: z.string().min(3), count: z.int(), password: z.string().min(8).optional() }))
    .output(thing),
  mine: route('user', 'GET /api/mine', { summary: 'Mine' }).output(z.object({ email: z.string() })),
  admin: route('admin', 'GET /api/admin/things', { summary: 'All' }).output(z.array(thing)),
  change: route('admin', 'PATCH /api/admin/things/{id}', { summary: 'Change one' })
    .input(z.object({ id: z.string(), zipCode: z.string(), userId: z.string(), key: z.string() }))
    .output(z.object({})),
  inside: route('internal', 'POST /internal/things/{id}', { summary: 'From a service' })
    .input(z.object({ id: z.string(), count: z.int() }))
    .output(z.object({ id: z.string(), from: z.string() })),
  unpaid: route('public', 'GET /api/unpaid', { summary: '402' }).output(thing),
  bug: route('public', 'GET /api/bug', { summary: '500' }).output(thing),
  lie: route('public', 'GET /api/lie', { summary: 'Wrong output' }).output(thing),
  later: route('public', 'GET /api/later', { summary: '501' }).output(thing),
  slow: route('public', 'GET /api/slow', { summary: 'Slow' }).output(thing),
};

const impl = implementer(contract);
let release = () => {};
const router = impl.router({
  list: impl.list.handler(({ input }) => ({ limit: input.limit, only: input.only ?? null })),
  create: impl.create.handler(({ input, context }) => {
    context.responseHeaders.append('set-cookie', 'a=1');
    context.responseHeaders.append('set-cookie', 'b=2');
    return { id: input.id, count: input.count };
  }),
  mine: impl.mine.handler(({ context }) => ({
    email: context.caller.kind === 'user' ? context.caller.email : 'nobody',
  })),
  admin: impl.admin.handler(() => []),
  change: impl.change.handler(() => ({})),
  inside: impl.inside.handler(({ input, context }) => {
    if (input.count > 5) {
      throw new AppError('conflict', 'too_many_things', 'Taken', { detail: { ids: [input.id] } });
    }
    return { id: input.id, from: context.caller.kind === 'service' ? context.caller.name : 'nobody' };
  }),
  unpaid: impl.unpaid.handler(() => {
    throw new AppError('payment-required', 'payment_required', 'Pay first', {
      detail: { trialExpired: true },
    });
  }),
  bug: impl.bug.handler(() => {
    throw new Error('select secret from users failed');
  }),
  lie: impl.lie.handler(() => ({ id: 'x', count: 1.5 })),
  later: impl.later.handler(notServed),
  slow: impl.slow.handler(async () => {
    await new Promise<void>(resolve => {
      release = resolve;
    });
    return { id: 'slow', count: 1 };
  }),
});

function plain(app: express.Router): void {
  app.get('/api/things', (_req, res) => void res.type('text/csv').send('id,count\n'));
  app.post('/api/raw', express.json({ limit: 50 }), (req, res) => {
    res.json(parseInput(thing, req.body));
  });
  app.get('/api/whoami', allow('user'), (req, res) => void res.json(contextOf(req).caller));
  app.get('/api/plain-bug', async () => {
    throw new Error('deep secret');
  });
}

const parts = partsOfTest();
let url = '';
let managementUrl = '';
let users: Awaited<ReturnType<typeof testIdentity>>;
let identity: Identity;

beforeAll(async () => {
  users = await testIdentity();
  identity = openIdentity({ ...users, name: 'catalog' });
  const http = await openHttp();
  ({ url, managementUrl } = await parts.start(http));
});
afterAll(async () => {
  await parts.stop();
  await users.close();
});

const openHttp = () =>
  httpPart({ name: 'catalog', port: 0, host: '127.0.0.1', log: silent, identity, router, plain, parts: [] });

async function call(path: string, init: RequestInit & { as?: string } = {}) {
  const headers = { ...(init.as && { authorization: `Bearer ${init.as}` }), ...init.headers };
  const reply = await fetch(`${url}${path}`, { ...init, headers });
  const type = reply.headers.get('content-type');
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON a route returns
  const body: any = await reply.json();
  return { status: reply.status, type, headers: reply.headers, body };
}
const post = (path: string, body: string) =>
  call(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });

test("query text is coerced to the contract's types", async () => {
  expect((await call('/api/things?limit=5&only=true')).body).toEqual({ limit: 5, only: true });
  expect((await call('/api/things')).body).toEqual({ limit: 3, only: null });
});

test('numbers in a body are not coerced from text', async () => {
  const { status, body } = await post('/api/things', '{"id":"abc","count":"5"}');
  expect([status, body.issues[0].path]).toEqual([400, 'count']);
});

test('a refusal of input says what was expected and what came', async () => {
  const { status, type, body, headers } = await post('/api/things', '{"id":"a","password":"hunter2"}');
  expect([status, type]).toEqual([400, 'application/problem+json']);
  expect(body).toEqual({
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    code: 'invalid_input',
    detail: 'id: Expected at least 3 characters; got "a"',
    message: 'id: Expected at least 3 characters; got "a"',
    requestId: headers.get('x-request-id'),
    issues: [
      { path: 'id', message: 'Expected at least 3 characters; got "a"' },
      { path: 'count', message: 'Expected a number; got nothing' },
      { path: 'password', message: 'Expected at least 8 characters' },
    ],
  });
});

test('broken JSON, a huge body and unknown paths are problems', async () => {
  expect(await post('/api/things', '{"id":')).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  const huge = `{"id":"${'x'.repeat(1_100_000)}"}`;
  expect(await post('/api/things', huge)).toMatchObject({ status: 413, body: { code: 'too_large' } });
  expect(await call('/api/nothing')).toMatchObject({
    status: 404,
    type: 'application/problem+json',
    body: { code: 'not_found', message: 'Not found' },
  });
  expect(await call('/api/things', { method: 'DELETE' })).toMatchObject({ status: 404 });
});

test('an error keeps its own fields at the top', async () => {
  row('beyond/problem-documents');
  expect(await call('/api/unpaid')).toMatchObject({
    status: 402,
    body: { status: 402, message: 'Pay first', code: 'payment_required', trialExpired: true },
  });
  expect(await call('/api/later')).toMatchObject({ status: 501, body: { code: 'not_served' } });
});

test("a bug's reply has neither stack nor statement", async () => {
  for (const path of ['/api/bug', '/api/lie', '/api/plain-bug']) {
    const { status, body } = await call(path);
    expect([status, body.code]).toEqual([500, 'internal_error']);
    expect(JSON.stringify(body)).not.toMatch(/secret|at .*\.ts|Output validation/);
  }
});

test('access follows the contract', async () => {
  const ada = await users.tokenFor({ email: 'ada@example.com' });
  const admin = await users.tokenFor({ isAdmin: true });
  const other = openIdentity({ ...users, name: 'billing' });
  const service = await other.serviceToken('catalog');
  expect(await call('/api/mine')).toMatchObject({ status: 401, body: { message: 'No token provided' } });
  expect(await call('/api/mine', { as: ada })).toMatchObject({
    status: 200,
    body: { email: 'ada@example.com' },
  });
  expect(await call('/api/admin/things')).toMatchObject({ status: 401 });
  expect(await call('/api/admin/things', { as: ada })).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  });
  expect(await call('/api/admin/things', { as: admin })).toMatchObject({ status: 200 });
  const inside = { method: 'POST', body: '{"count":1}', headers: { 'content-type': 'application/json' } };
  expect(await call('/internal/things/t1', inside)).toMatchObject({ status: 401 });
  expect(await call('/internal/things/t1', { ...inside, as: admin })).toMatchObject({ status: 403 });
  expect(await call('/internal/things/t1', { ...inside, as: service })).toMatchObject({
    body: { from: 'billing' },
  });
});

test("IDs in an admin's request are in a reply header, secrets are not", async () => {
  const named = async (as: string) => {
    const body = JSON.stringify({ zipCode: '90210', userId: 'cw_secret', key: 'secret' });
    const headers = { 'content-type': 'application/json' };
    const reply = await call('/api/admin/things/10001', { method: 'PATCH', body, headers, as });
    return reply.headers.get('x-named-ids');
  };
  const ids = new URLSearchParams((await named(await users.tokenFor({ isAdmin: true }))) ?? '');
  expect(Object.fromEntries(ids)).toEqual({ id: '10001', zipCode: '90210' });
  expect(await named(await users.tokenFor())).toBeNull();
});

test("an admin's changes are in a reply header", async () => {
  const headers = new Headers();
  nameChanges([], headers);
  expect([...headers]).toEqual([]);
  nameChanges([changeOf('priceNote', 50, 60)], headers);
  const [[name, value] = []] = [...headers];
  expect([name, decodeChanges(value ?? '')]).toEqual([
    'x-audited-changes',
    [{ field: 'priceNote', from: '50', to: '60' }],
  ]);
});

test('a caller is checked before the input', async () => {
  expect(await post('/internal/things/t1', '{"count":"many"}')).toMatchObject({ status: 401 });
  expect(await call('/api/whoami')).toMatchObject({ status: 401, body: { message: 'No token provided' } });
});

test('plain routes share context, problems and paths', async () => {
  const ada = await users.tokenFor({ email: 'ada@example.com' });
  expect(await call('/api/whoami', { as: ada })).toMatchObject({ body: { email: 'ada@example.com' } });
  expect(await post('/api/raw', '{"id":7}')).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect(await post('/api/raw', '{')).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  expect(await post('/api/raw', `{"id":"${'x'.repeat(99)}"}`)).toMatchObject({ status: 413 });
  const csv = await fetch(`${url}/api/things`, { headers: { accept: 'text/csv' } });
  expect([csv.headers.get('content-type'), await csv.text()]).toEqual([
    'text/csv; charset=utf-8',
    'id,count\n',
  ]);
});

test('reply headers reach the client, each cookie apart', async () => {
  const reply = await post('/api/things', '{"id":"abc","count":5}');
  expect(reply.status).toBe(201);
  expect(reply.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

test('a valid request ID is kept', async () => {
  const kept = await call('/api/unpaid', { headers: { 'x-request-id': 'abcdefgh-1' } });
  expect(kept.body.requestId).toBe('abcdefgh-1');
  const replaced = await call('/api/unpaid', { headers: { 'x-request-id': 'no good\t' } });
  expect(replaced.body.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

test('the typed client calls another service', async () => {
  const billing = openIdentity({ ...users, name: 'billing' });
  const client = callInternal(contract, { url, token: () => billing.serviceToken('catalog') });
  expect(await client.inside({ id: 't/1', count: 2 })).toEqual({ id: 't/1', from: 'billing' });
  await expect(client.inside({ id: 't1', count: 9 })).rejects.toMatchObject({
    name: 'AppError',
    kind: 'conflict',
    code: 'too_many_things',
    message: 'Taken',
    detail: { ids: ['t1'] },
  });
  const nowhere = callInternal(contract, { url: 'http://127.0.0.1:9', token: async () => 'x' });
  await expect(nowhere.list({})).rejects.toMatchObject({ kind: 'unavailable', code: 'call_unavailable' });
});

test('a call between services does not use a connection that the other may be closing', async () => {
  row('beyond/sigterm');
  const ending = createServer(refuseLongIdle('{"id":"abc","from":"x"}'));
  await once(ending.listen(0, '127.0.0.1'), 'listening');
  const { port } = ending.address() as AddressInfo;
  const client = callInternal(contract, { url: `http://127.0.0.1:${port}`, token: async () => 'x' });
  for (const pauseMs of [0, 0, SAFE_IDLE_MS + 100]) {
    await pause(pauseMs);
    expect(await client.inside({ id: 'abc', count: 1 })).toEqual({ id: 'abc', from: 'x' });
  }
  ending.close();
});

test('a call to a starting service waits for it', async () => {
  row('beyond/sigterm');
  const starting = createServer(refuseLongIdle('{"id":"abc","from":"x"}'));
  await once(starting.listen(0, '127.0.0.1'), 'listening');
  const { port } = starting.address() as AddressInfo;
  await new Promise(resolve => starting.close(resolve));
  const client = callInternal(contract, { url: `http://127.0.0.1:${port}`, token: async () => 'x' });
  const called = client.inside({ id: 'abc', count: 1 });
  await pause(200);
  starting.listen(port, '127.0.0.1');
  expect(await called).toEqual({ id: 'abc', from: 'x' });
  starting.close();
});

test('health, readiness and metrics answer', async () => {
  await call('/api/things');
  const ask = (path: string) => fetch(managementUrl + path);
  expect(await (await ask('/healthz')).json()).toMatchObject({
    status: 'ok',
    startedAt: expect.stringMatching(/Z$/),
  });
  expect(await (await ask('/readyz')).json()).toEqual({ status: 'ready', checks: {} });
  const metrics = await (await ask('/metrics')).text();
  expect(metrics).toMatch(/http_request_duration_seconds_count\{route="\/api\/things",status="200"\}/);
});

test('operators and users have a port each', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics']) expect((await call(path)).status).toBe(404);
  for (const path of ['/api/things', '/', '/metrics/', '/healthz?x=1'])
    expect((await fetch(managementUrl + path)).status).toBe(404);
  expect((await fetch(`${managementUrl}/healthz`, { method: 'POST' })).status).toBe(404);
});

test('/readyz names a part that is not ready', async () => {
  const sick = {
    name: 'sick',
    start: async () => {},
    stop: async () => {},
    check: () => {
      throw new Error('no database');
    },
  };
  const http = httpPart({ name: 'x', port: 0, host: '127.0.0.1', log: silent, identity, parts: [sick] });
  await parts.start(http);
  const reply = await fetch(`${http.managementUrl}/readyz`);
  expect([reply.status, await reply.json()]).toEqual([
    503,
    { status: 'not ready', checks: { sick: 'no database' } },
  ]);
});

test('stopping waits for an open request', async () => {
  const http = openHttp();
  await http.start();
  const agent = new Agent({ keepAlive: true });
  const sent = httpRequest(`${http.url}/api/slow`, { agent });
  sent.end();
  const arrived = once(sent, 'response');
  await fetch(`${http.url}/healthz`);
  const stopped = http.stop();
  release();
  const [reply] = await arrived;
  expect(reply.statusCode).toBe(200);
  reply.resume();
  await stopped;
  await expect(fetch(`${http.url}/healthz`)).rejects.toThrow();
  agent.destroy();
});

test('stopping does not wait for a connection without a request', async () => {
  const http = openHttp();
  await http.start();
  const socket = connect(Number(new URL(http.url).port), '127.0.0.1');
  const closed = once(
    socket.on('error', () => {}),
    'close',
  );
  await once(socket, 'connect');
  await fetch(`${http.url}/api/things`);
  await http.stop();
  await closed;
}, 5_000);

test('the error of a taken port names the port', async () => {
  const port = Number(new URL(url).port);
  const second = { name: 'second', host: '127.0.0.1', log: silent, identity, parts: [] };
  await expect(httpPart({ ...second, port }).start()).rejects.toThrow(
    `second cannot listen on 127.0.0.1:${port}; set PORT to a free one`,
  );
  const http = httpPart({ ...second, port: 0, managementPort: port });
  await expect(http.start()).rejects.toThrow(
    `second cannot listen on 127.0.0.1:${port}; set MANAGEMENT_PORT to a free one`,
  );
  await http.stop();
});
