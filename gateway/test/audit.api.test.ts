import type { RequestListener, Server } from 'node:http';
import { openBus } from '@closingwire/chassis/bus';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { registry } from '@closingwire/chassis/telemetry';
import { until } from '@closingwire/chassis/testing';
import { CHANGES_HEADER, changeOf, encodeChanges } from '@closingwire/contracts/audit';
import { sessionRevoked, userSuspended } from '@closingwire/contracts/auth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { collectAuditEntries } from './collect-audit-entries.ts';
import { type StartedGateway, serve, startGateway } from './start-gateway.ts';

const origin = 'http://localhost:8080';
const adminId = newId();

let gateway: StartedGateway;
let received: Awaited<ReturnType<typeof collectAuditEntries>>;
let answer: RequestListener;
let admin: string;
const servers: Server[] = [];
/** Starts while the other tests run: without a broker a start takes 20 seconds. */
let withoutBroker: Promise<StartedGateway>;

beforeAll(async () => {
  const { url, server } = await serve((req, res) => answer(req, res));
  servers.push(server);
  withoutBroker = startGateway({ LEADS_URL: url, KAFKA_BROKERS: '127.0.0.1:9' });
  const many = {
    PARTNER_CALLS_PER_KEY: '20000',
    REQUESTS_PER_NETWORK: '100000',
    SIGN_IN_REQUESTS_PER_NETWORK: '2',
  };
  const atOnce = { OPEN_REQUESTS_PER_CALLER: '100' };
  const services = { AUTH_URL: url, CATALOG_URL: url, CONTENT_URL: url, LEADS_URL: url };
  gateway = await startGateway({ ...services, ...many, ...atOnce, EXPORTS_PER_ACCOUNT: '2' });
  received = await collectAuditEntries(gateway.bus);
  admin = await gateway.identity.tokenFor({ id: adminId, isAdmin: true });
});
afterAll(async () => {
  await received?.stop();
  await gateway?.stop();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  answer = (_req, res) => res.end('{}');
});

type Sent = { method?: string; bearer?: string; body?: object; headers?: Record<string, string> };

const call = (path: string, { method = 'GET', bearer, body, headers }: Sent = {}) =>
  fetch(gateway.url + path, {
    method,
    redirect: 'manual',
    headers: {
      origin,
      'content-type': 'application/json',
      'user-agent': 'audited-browser/1.0',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });

/** The entry of a call, by the id of its request. */
const entryOf = (reply: Response) =>
  until(() => received.entries.find(entry => entry.requestId === reply.headers.get('x-request-id')));

const refuse = (status: number) => {
  answer = (_req, res) => res.writeHead(status).end('{}');
};
const newUser = () => {
  const id = newId();
  const sessionId = newId();
  return gateway.identity.tokenFor({ id, sessionId }).then(token => ({ id, sessionId, token }));
};

test('an admin change is recorded, whether it succeeds or not', async () => {
  const userId = newId();
  const change = () =>
    call(`/api/admin/users/${userId}/status`, { method: 'PATCH', bearer: admin, body: { isAdmin: true } });
  const begin = Date.now();
  const entry = await entryOf(await change());
  expect(entry).toMatchObject({
    action: 'admin-request',
    actorId: adminId,
    caller: 'user',
    route: 'auth.setUserStatus',
    named: { userId },
    status: 200,
    ip: '127.0.0.1',
    userAgent: 'audited-browser/1.0',
  });
  expect(Date.parse(entry.at)).toBeGreaterThanOrEqual(begin - 1);
  refuse(409);
  expect(await entryOf(await change())).toMatchObject({ action: 'admin-request', status: 409 });
});

test('IDs that the service reports are recorded', async () => {
  answer = (_req, res) =>
    res.writeHead(200, { 'x-named-ids': 'key=STRIPE_TEST_MODE&id=canary&token=canary' }).end('{}');
  const reply = await call('/api/admin/settings', { method: 'POST', bearer: admin, body: {} });
  expect(reply.headers.get('x-named-ids')).toBeNull();
  expect((await entryOf(reply)).named).toEqual({ key: 'STRIPE_TEST_MODE' });
});

test('changes that the service reports are recorded', async () => {
  const changes = [changeOf('priceNote', 50, 60)];
  answer = (_req, res) => res.writeHead(200, { [CHANGES_HEADER]: encodeChanges(changes) }).end('{}');
  const sent = { method: 'PATCH', bearer: admin, body: { price: 60 } };
  const reply = await call('/api/admin/zip-codes/98101/price', sent);
  expect(reply.headers.get(CHANGES_HEADER)).toBeNull();
  expect((await entryOf(reply)).changes).toEqual(changes);
  answer = (_req, res) => res.writeHead(200, { [CHANGES_HEADER]: '%7Bcanary' }).end('{}');
  expect((await entryOf(await call('/api/admin/zip-codes/98101/price', sent))).changes).toEqual([]);
});

test('a user without rights at an admin route is recorded', async () => {
  refuse(404);
  const { id, token } = await newUser();
  const reply = await call('/api/admin/users', { bearer: token });
  const denied = { action: 'request-denied', actorId: id, route: 'auth.listUsers', status: 404 };
  expect(await entryOf(reply)).toMatchObject(denied);
});

test('a revoked session and a suspended user are recorded', async () => {
  const log = createLog('test', 'silent');
  const bus = openBus({ ...gateway.bus, clientId: 'auth', log });
  await bus.part.start();
  const [revoked, suspended] = [await newUser(), await newUser()];
  const revocation = {
    id: revoked.sessionId,
    version: 1,
    userId: revoked.id,
    revokedAt: new Date().toISOString(),
  };
  await bus.send(sessionRevoked, [{ data: revocation }]);
  const names = {
    email: 'x@example.com',
    firstName: '',
    lastName: '',
    phone: '',
    companyName: '',
    teamSize: '',
  };
  const state = {
    industry: 'Mortgages',
    isAdmin: false,
    emailNotifications: true,
    status: 'suspended',
  } as const;
  const activatedAt = new Date().toISOString();
  await bus.send(userSuspended, [
    { data: { id: suspended.id, version: 1, activatedAt, ...names, ...state } },
  ]);
  for (const { id, token } of [revoked, suspended]) {
    const reply = await until(async () => {
      const next = await call('/api/lead-lists', { bearer: token });
      return next.status === 401 ? next : undefined;
    });
    const denied = { action: 'request-denied', actorId: id, route: 'leads.listLeadLists', status: 401 };
    expect(await entryOf(reply)).toMatchObject(denied);
  }
  await bus.part.stop();
});

test('limited sign-ins and exports are recorded once a minute', async () => {
  const { id, token } = await newUser();
  const exported = () => call('/api/user/agents/export', { method: 'POST', bearer: token, body: {} });
  const signIn = () => call('/api/auth/signin', { method: 'POST', body: { email: 'x', password: 'y' } });
  const replies: Response[] = [];
  for (let times = 0; times < 6; times++) replies.push(await exported(), await signIn());
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(8);
  const limited = () => received.entries.filter(({ action }) => action === 'request-limited');
  await until(() => limited().length === 2);
  expect(limited().toSorted((one, other) => other.route.localeCompare(one.route))).toMatchObject([
    { actorId: id, caller: 'user', route: 'leads.exportAgents', status: 429 },
    { actorId: null, caller: 'nobody', route: 'auth.signIn', status: 429, ip: '127.0.0.1' },
  ]);
});

test('exports of any kind are recorded', async () => {
  const { id, token } = await newUser();
  const closings = await call('/api/user/agents/export', { method: 'POST', bearer: token, body: {} });
  const account = await call('/api/user/export', { bearer: token });
  const entry = { action: 'data-exported', actorId: id, status: 200 };
  expect(await entryOf(closings)).toMatchObject({ ...entry, route: 'leads.exportAgents' });
  expect(await entryOf(account)).toMatchObject({ ...entry, route: 'auth.exportAccount' });
});

test('an opt-out is recorded', async () => {
  const reply = await call('/api/opt-out', { method: 'POST', body: { email: 'agent@example.com' } });
  const entry = { action: 'opt-out-requested', actorId: null, caller: 'nobody', route: 'leads.optOut' };
  expect(await entryOf(reply)).toMatchObject(entry);
});

test("a partner's key or user ID is recorded", async () => {
  const bearer = `cw_${'k'.repeat(43)}`;
  const byKey = await entryOf(await call('/api/v1/agents-properties', { bearer }));
  const keyHash = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(byKey).toMatchObject({ action: 'key-used', caller: 'key', actorId: null, keyHash, status: 200 });
  const userId = newId();
  const byId = await entryOf(await call('/api/v1/agents-properties', { bearer: userId }));
  expect(byId).toMatchObject({ actorId: userId, keyHash: null, named: {} });
  refuse(401);
  const guessed = await entryOf(await call('/api/v1/agents-properties', { bearer: newId() }));
  expect(guessed).toMatchObject({ actorId: null, named: { userId: expect.any(String) }, status: 401 });
});

test('an ordinary call is not recorded', async () => {
  const { token } = await newUser();
  const quiet = [
    await call('/api/lead-lists', { bearer: token }),
    await call('/api/admin/users', { bearer: admin }),
    await call('/api/help/articles'),
  ];
  await entryOf(await call('/api/opt-out', { method: 'POST', body: {} }));
  const ids = quiet.map(reply => reply.headers.get('x-request-id'));
  expect(received.entries.filter(({ requestId }) => ids.includes(requestId))).toEqual([]);
});

test('ten thousand calls of a partner make few entries', async () => {
  row('audit/no-flood');
  const bearer = `cw_${'b'.repeat(43)}`;
  const before = received.entries.length;
  for (let round = 0; round < 100; round++) {
    const calls = Array.from({ length: 100 }, () => call('/api/v1/agents-properties', { bearer }));
    for (const reply of await Promise.all(calls)) {
      expect(reply.status).toBe(200);
      await reply.arrayBuffer();
    }
  }
  await entryOf(await call('/api/opt-out', { method: 'POST', body: {} }));
  const made = received.entries.slice(before).filter(({ action }) => action === 'key-used');
  expect(made.length).toBeGreaterThanOrEqual(1);
  expect(made.length).toBeLessThanOrEqual(3);
}, 120_000);

test('an entry contains no secret', async () => {
  row('audit/no-secrets');
  const canary = 'canary7731';
  const secret = `${canary}-in-path`;
  const headers = { cookie: `cw_refresh=${canary}`, referer: `http://x/${canary}`, 'x-key': canary };
  const body = { password: canary, token: canary, key: `cw_${canary}` };
  const sent = { method: 'POST', headers, body };
  const replies = [
    await call(`/api/opt-out?token=${canary}`, sent),
    await call(`/api/admin/settings/${secret}?key=${canary}`, { method: 'DELETE', bearer: admin, headers }),
    await call(`/api/admin/users/${secret}/status`, { ...sent, method: 'PATCH', bearer: admin }),
    await call(`/api/admin/webhook-deliveries/${secret}/replay`, { ...sent, bearer: admin }),
    await call(`/api/v1/agents-properties?key=${canary}`, { bearer: `cw_${canary}` }),
  ];
  const entries = await Promise.all(replies.map(entryOf));
  const text = JSON.stringify(entries);
  expect(text).not.toContain(canary);
  expect(text).not.toContain(admin);
  expect(entries.map(({ keyHash }) => keyHash)).toEqual([null, null, null, null, null]);
  refuse(401);
  await call(`/api/unsubscribe/${secret}`);
  expect(JSON.stringify(received.entries)).not.toContain(canary);
});

test('a long user agent is shortened', async () => {
  const headers = { 'user-agent': 'x'.repeat(5_000) };
  const entry = await entryOf(await call('/api/opt-out', { method: 'POST', body: {}, headers }));
  expect(entry.userAgent).toHaveLength(400);
});

test('entries that wait are published on stop', async () => {
  const { AUTH_URL, LEADS_URL } = {
    AUTH_URL: 'http://127.0.0.1:9',
    LEADS_URL: (await serve((_q, s) => s.end('{}'))).url,
  };
  const leaving = await startGateway({ AUTH_URL, LEADS_URL });
  const listener = await collectAuditEntries(leaving.bus);
  const optOut = () => fetch(`${leaving.url}/api/opt-out`, { method: 'POST', headers: { origin } });
  await Promise.all(Array.from({ length: 40 }, optOut));
  await leaving.stop();
  await until(() => listener.entries.length === 40);
  await listener.stop();
});

test('a gateway without a broker serves, and counts dropped entries', async () => {
  row('audit/broker-away');
  const alone = await withoutBroker;
  const optOut = () => fetch(`${alone.url}/api/opt-out`, { method: 'POST', headers: { origin } });
  const begin = performance.now();
  for (let times = 0; times < 50; times++) expect((await optOut()).status).toBe(200);
  expect(performance.now() - begin).toBeLessThan(5_000);
  await alone.stop();
  const metric = await registry.getSingleMetricAsString('audit_entries_total');
  expect(metric).toMatch(/outcome="dropped"} 50\b/);
}, 90_000);
