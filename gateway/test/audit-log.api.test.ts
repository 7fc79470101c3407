import { until } from '@closingwire/chassis/testing';
import { type AuditLogEntry, CHANGES_HEADER, changeOf, encodeChanges } from '@closingwire/contracts/audit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthProcess, startAuthProcess } from './auth-process.ts';
import { type StartedGateway, serve, startGateway } from './start-gateway.ts';

/* From a request at the gateway to the admin's search, with the real auth service and fakes of the others. */

const SOON = { timeoutMs: 2_000 };
const origin = 'http://localhost:8080';
const password = 'closingwire-demo';
const changes = [changeOf('priceNote', 4, 5)];
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

let auth: AuthProcess;
let others: Awaited<ReturnType<typeof serve>>;
let gateway: StartedGateway;
let admin: User;
let subscriber: User;

type User = { id: string; email: string; bearer: string };

beforeAll(async () => {
  auth = await startAuthProcess();
  others = await serve((req, res) => {
    if (req.url?.endsWith('/price')) res.setHeader(CHANGES_HEADER, encodeChanges(changes));
    res.end('{}');
  });
  const { url } = others;
  const services = { LEADS_URL: url, CATALOG_URL: url, CONTENT_URL: url, BILLING_URL: url };
  gateway = await startGateway({ ...auth.settings, ...services });
  admin = await signIn('admin@demo.closingwire.test');
  subscriber = await signIn('subscriber@demo.closingwire.test');
  // The broker takes seconds to give auth, which has just started, its partitions.
  await call('POST', '/api/opt-out', { body: {} });
  await until(async () => (await search({ action: 'opt-out-requested' })).length > 0);
}, 90_000);
afterAll(async () => {
  await gateway?.stop();
  others?.server.close();
  auth?.stop();
});

type Sent = { bearer?: string; body?: object; headers?: Record<string, string> };

const call = (method: string, path: string, { bearer, body, headers }: Sent = {}) =>
  fetch(gateway.url + path, {
    method,
    redirect: 'manual',
    headers: {
      origin,
      'content-type': 'application/json',
      'user-agent': firefox,
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });

async function signIn(email: string): Promise<User> {
  const reply = await call('POST', '/api/auth/signin', { body: { email, password } });
  const { user, session } = (await reply.json()) as {
    user: { id: string };
    session: { access_token: string };
  };
  const [, cookie] = /cw_access=([^;]+)/.exec(reply.headers.getSetCookie().join('\n')) ?? [];
  return { id: user.id, email, bearer: cookie ?? session.access_token };
}

async function search(filters: Record<string, string>): Promise<AuditLogEntry[]> {
  const reply = await call('GET', `/api/admin/audit?${new URLSearchParams(filters)}`, {
    bearer: admin.bearer,
  });
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { entries: AuditLogEntry[] }).entries;
}

/** Runs `work`, waits for its entry of this action, and returns the entry and the reply. */
async function entryAfter(action: string, work: () => Promise<Response>): Promise<[AuditLogEntry, Response]> {
  const [before] = await search({ action, limit: '1' });
  const begin = Date.now();
  const reply = await work();
  const newest = () => search({ action, limit: '1' });
  const entry = await until(async () => (await newest()).find(({ id }) => id !== before?.id), SOON);
  expect(Date.parse(entry.at) - begin).toBeGreaterThan(-1_000);
  expect(Date.parse(entry.at) - begin).toBeLessThan(2_000);
  return [entry, reply];
}

test('each kind of request is found by an admin within two seconds', async () => {
  row('audit/every-kind');
  const { email, id, bearer } = subscriber;
  const here = { ip: '127.0.0.1', device: 'Firefox on Windows' };
  const actor = { id, name: 'Sam Subscriber', email };
  const expectEntry = async (action: string, work: () => Promise<Response>, expected: object) => {
    const [entry] = await entryAfter(action, work);
    expect(entry, action).toMatchObject({ action, ...here, ...expected });
  };
  const enter = (secret: string) => () =>
    call('POST', '/api/auth/signin', { body: { email, password: secret } });
  await expectEntry('sign-in', enter(password), { actor, outcome: 'done', text: 'Signed in' });
  await expectEntry('sign-in-refused', enter('wrong-password'), { target: actor, outcome: 'refused' });
  await expectEntry('request-denied', () => call('GET', '/api/admin/users', { bearer }), {
    actor,
    text: 'Access denied: tried to list the users',
    outcome: 'refused',
    status: 404,
  });
  const setPrice = () =>
    call('PATCH', '/api/admin/zip-codes/90210/price', { bearer: admin.bearer, body: { price: 5 } });
  await expectEntry('admin-request', setPrice, {
    actor: { id: admin.id },
    subject: '90210',
    text: 'Changed the price of 90210',
    changes,
    status: 200,
  });
  const exported = () => call('POST', '/api/user/agents/export', { bearer, body: {} });
  await expectEntry('data-exported', exported, { actor, outcome: 'done' });
  const optOut = () => call('POST', '/api/opt-out', { body: { email: 'agent@example.com' } });
  await expectEntry('opt-out-requested', optOut, { actor: null, outcome: 'done' });
});

test("a partner's key is recorded with its owner", async () => {
  const made = await call('POST', '/api/user/api-keys', { bearer: subscriber.bearer, body: { name: 'CRM' } });
  const { key, apiKey } = (await made.json()) as { key: string; apiKey: { id: string } };
  const [used] = await entryAfter('key-used', () =>
    call('GET', '/api/v1/agents-properties', { bearer: key }),
  );
  expect(used).toMatchObject({ actor: { id: subscriber.id }, target: { id: apiKey.id }, status: 200 });
});

test('a change of a user is one entry, and a refused one is another', async () => {
  const path = `/api/admin/users/${subscriber.id}`;
  const change = (body: object) => call('PATCH', path, { bearer: admin.bearer, body });
  await entryAfter('user-changed-by-admin', () => change({ companyName: 'Evergreen' }));
  const [refused] = await entryAfter('admin-request', () => change({ trialDays: -1 }));
  expect(refused).toMatchObject({ target: { id: subscriber.id }, outcome: 'refused', status: 400 });
  const about = await search({ who: subscriber.id, action: 'admin-request' });
  expect(about.map(({ status }) => status)).toEqual([400]);
});

test('the log contains no secret', async () => {
  const canary = 'canary8842';
  const body = { email: subscriber.email, password: canary, token: canary, refresh_token: canary };
  const headers = {
    cookie: `cw_refresh=${canary}; cw_access=${canary}`,
    'x-api-key': canary,
    apikey: canary,
  };
  await call('POST', `/api/auth/signin?password=${canary}`, { body, headers });
  await call('POST', '/api/auth/update-password', { bearer: canary, body: { password: `${canary}-new` } });
  await call('GET', `/api/auth/confirm?token=${canary}`, { headers });
  await call('GET', `/api/unsubscribe/${canary}`, { headers });
  await call('GET', '/api/v1/agents-properties', { bearer: `cw_${canary}` });
  await call('DELETE', `/api/admin/settings/${canary}?value=${canary}`, { bearer: admin.bearer });
  await call('GET', `/api/admin/mails?search=${canary}`, { bearer: subscriber.bearer });
  await entryAfter('opt-out-requested', () => call('POST', '/api/opt-out', { body }));
  const text = JSON.stringify(await search({ limit: '200' }));
  expect(text).toContain('Reset the setting of the site');
  for (const secret of [canary, password, admin.bearer, subscriber.bearer])
    expect(text).not.toContain(secret);
});
