import { createHash } from 'node:crypto';
import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { type AuditLogEntry, changeOf, requestAudited } from '@closingwire/contracts/audit';
import type { EventData } from '@closingwire/contracts/event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin } from '../src/flows/make-admin.ts';
import { call, newForm, PASSWORD, registerUser, tokensOf } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

type AuditedRequest = EventData<typeof requestAudited>;

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

let auth: StartedAuth;
let admin: { id: string; email: string; token: string };
beforeAll(async () => {
  auth = await startAuth();
  const { email, id } = await newUser();
  await makeAdmin(auth.pg, email);
  const signedIn = await call(auth, 'POST', '/api/auth/signin', { body: { email, password: PASSWORD } });
  admin = { id, email, token: tokensOf(signedIn).access };
});
afterAll(() => auth?.stop());

async function newUser() {
  const { form, access: token } = await registerUser(auth);
  const { id } = (await call(auth, 'GET', '/api/auth/user', { token })).body;
  return { id: String(id), email: form.email, token };
}

const requestOf = (more: Partial<AuditedRequest> = {}): AuditedRequest => ({
  id: newId(),
  at: new Date().toISOString(),
  action: 'admin-request',
  actorId: admin.id,
  caller: 'user',
  keyHash: null,
  route: 'catalog.setPrice',
  named: { id: '90210' },
  changes: [],
  status: 200,
  ip: '203.0.113.7',
  userAgent: firefox,
  requestId: newId(),
  ...more,
});

async function publish(...requests: AuditedRequest[]): Promise<void> {
  for (const data of requests) await auth.bus.publish(requestAudited, data, data.id);
  const ids = requests.map(({ id }) => id);
  const arrived = () => auth.pg.query(sql`select 1 from inbox where event_id = any (${ids})`);
  await until(async () => (await arrived()).length === new Set(ids).size);
}

async function search(filters: Record<string, string> = {}, token = admin.token) {
  const path = `/api/admin/audit?${new URLSearchParams(filters)}`;
  const { status, body } = await call(auth, 'GET', path, { token });
  return { status, total: body.total as number, entries: body.entries as AuditLogEntry[] };
}

test('an entry has actor, action, time and origin', async () => {
  row('audit/one-place');
  const target = await newUser();
  const request = requestOf({ route: 'auth.setUserStatus', named: { userId: target.id }, status: 409 });
  await publish(request);
  const { entries, total } = await search({ who: target.id, action: 'admin-request' });
  expect(total).toBe(1);
  expect(entries).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      at: request.at,
      action: 'admin-request',
      text: 'Tried to change the status of a user',
      actor: { id: admin.id, name: 'Nora Newcomer', email: admin.email },
      keyHolder: '',
      target: { id: target.id, name: 'Nora Newcomer', email: target.email },
      subject: '',
      changes: [],
      ip: '203.0.113.7',
      device: 'Firefox on Windows',
      outcome: 'refused',
      status: 409,
    },
  ]);
});

test('an entry has the changed fields and values', async () => {
  row('audit/changes');
  const changes = [{ field: 'priceNote', from: '50', to: '60' }];
  await publish(requestOf({ named: { id: '98101' }, changes }));
  await publish(requestOf({ named: { id: '98101' }, status: 403 }));
  const [refused, done] = (await search({ who: '98101' })).entries;
  expect(done).toMatchObject({ text: 'Changed the price of 98101', changes });
  expect(refused).toMatchObject({ text: 'Tried to change the price of 98101', changes: [] });
  const target = await newUser();
  const path = `/api/admin/users/${target.id}`;
  const byAdmin = { token: admin.token };
  await call(auth, 'PATCH', `${path}/status`, { ...byAdmin, body: { status: 'suspended' } });
  await call(auth, 'PATCH', path, { ...byAdmin, body: { firstName: 'Canary', industry: 'Title' } });
  const { entries } = await search({ who: target.id, action: 'user-changed-by-admin' });
  expect(entries.map(entry => entry.changes)).toEqual([
    [{ field: 'industry', from: 'Mortgages', to: 'Title' }, { field: 'firstName' }],
    [{ field: 'status', from: 'active', to: 'suspended' }],
  ]);
});

test('a user is found by a former address until the account is deleted', async () => {
  row('audit/former-address');
  const { id, email, token } = await newUser();
  const [second, third] = [`second-${email}`, `third-${email}`];
  const move = (to: string) =>
    call(auth, 'PATCH', `/api/admin/users/${id}`, { token: admin.token, body: { email: to } });
  await move(second);
  await move(third);
  const found = async (who: string) => (await search({ who, action: 'email-changed' })).entries;
  const [last, first] = await found(email);
  expect(first?.changes).toEqual([{ field: 'email', from: email, to: second }]);
  expect(last?.changes).toEqual([{ field: 'email', from: second, to: third }]);
  expect(await found(second.toUpperCase())).toEqual([last, first]);
  expect((await search({ who: id, action: 'user-changed-by-admin' })).total).toBe(0);
  const deleted = await call(auth, 'DELETE', '/api/user', { token, body: { password: PASSWORD } });
  expect(deleted.status).toBe(200);
  for (const former of [email, second, third]) expect(await found(former)).toEqual([]);
  expect((await found(id)).map(({ changes }) => changes)).toEqual([[], []]);
  const late = requestOf({
    route: 'auth.setUserStatus',
    named: { userId: id },
    changes: [changeOf('email', email)],
  });
  await publish(late);
  const log = JSON.stringify(await auth.pg.query(sql`select * from audit_log`));
  for (const address of [email, second, third]) expect(log).not.toContain(address);
});

test('deleting an unconfirmed sign-up erases its address from the log', async () => {
  const form = newForm();
  const { email } = form;
  await call(auth, 'POST', '/api/auth/signup', { body: form });
  const { id } = await auth.pg.one<{ id: string }>(sql`select id from users where email = ${email}`);
  const changes = JSON.stringify([changeOf('email', 'former-address@example.com', email)]);
  await auth.pg.execute(
    sql`insert into audit_log (action, target_id, changes) values ('email-changed', ${id}, ${changes}::jsonb)`,
  );
  const mover = await newUser();
  const byAdmin = { token: admin.token, body: { email } };
  expect((await call(auth, 'PATCH', `/api/admin/users/${mover.id}`, byAdmin)).status).toBe(200);
  expect(JSON.stringify(await auth.pg.query(sql`select * from audit_log`))).not.toContain('former-address');
});

test('an entry names its API key until the account is deleted', async () => {
  const { id, token } = await newUser();
  const keys = '/api/user/api-keys';
  type Made = { key: string; apiKey: { id: string; prefix: string } };
  const made = await call(auth, 'POST', keys, { token, body: { name: 'Canary CRM' } });
  const first = made.body as Made;
  const rolled = await call(auth, 'POST', `${keys}/${first.apiKey.id}/roll`, { token, body: {} });
  const second = rolled.body as Made;
  await call(auth, 'DELETE', `${keys}/${second.apiKey.id}`, { token });
  const [old, fresh] = [first, second].map(({ apiKey }) => `Canary CRM (${apiKey.prefix}…)`);
  const found = async () =>
    (await search({ who: id })).entries
      .filter(({ action }) => action.startsWith('api-key-'))
      .map(({ action, changes }) => [action, changes]);
  expect(await found()).toEqual([
    ['api-key-revoked', [{ field: 'apiKey', from: fresh }]],
    ['api-key-rolled', [{ field: 'apiKey', from: old, to: fresh }]],
    ['api-key-made', [{ field: 'apiKey', to: old }]],
  ]);
  const log = async () => JSON.stringify(await auth.pg.query(sql`select * from audit_log`));
  for (const { key, apiKey } of [first, second])
    expect(await log()).not.toContain(key.slice(0, apiKey.prefix.length + 1));
  expect((await call(auth, 'DELETE', '/api/user', { token, body: { password: PASSWORD } })).status).toBe(200);
  expect(await found()).toEqual([
    ['api-key-revoked', []],
    ['api-key-rolled', []],
    ['api-key-made', []],
  ]);
  for (const trace of ['Canary CRM', first.apiKey.prefix, second.apiKey.prefix])
    expect(await log()).not.toContain(trace);
});

test('a request delivered twice is one entry', async () => {
  const request = requestOf({ named: { id: '10001' } });
  await publish(request, request);
  expect((await search({ who: '10001' })).total).toBe(1);
});

test("auth's own entry replaces that of its request", async () => {
  const target = await newUser();
  const headers = { 'x-request-id': newId() };
  const body = { status: 'suspended' };
  const path = `/api/admin/users/${target.id}/status`;
  await call(auth, 'PATCH', path, { token: admin.token, body, headers });
  await publish(requestOf({ requestId: headers['x-request-id'], named: { userId: target.id } }));
  const { entries } = await search({ who: target.id });
  const changes = entries.filter(({ action }) => action !== 'account-activated' && action !== 'sign-up');
  expect(changes.map(({ action }) => action)).toEqual(['user-changed-by-admin']);
});

test('a valid key identifies its owner as actor, a refused one does not', async () => {
  const owner = await newUser();
  const made = await call(auth, 'POST', '/api/user/api-keys', { token: owner.token, body: { name: 'CRM' } });
  const { key, apiKey } = made.body as { key: string; apiKey: { id: string } };
  const keyHash = createHash('sha256').update(key).digest('hex');
  const used = { action: 'key-used', actorId: null, caller: 'key', keyHash, named: {} } as const;
  await publish(
    requestOf({ ...used, ip: '198.51.100.1' }),
    requestOf({ ...used, ip: '198.51.100.2', status: 401 }),
  );
  const { entries } = await search({ who: owner.email, action: 'key-used' });
  const found = entries.map(({ ip, actor, target }) => [ip, actor?.id ?? null, target?.id]);
  expect(found.toSorted()).toEqual([
    ['198.51.100.1', owner.id, apiKey.id],
    ['198.51.100.2', null, owner.id],
  ]);
  expect(JSON.stringify(await auth.pg.query(sql`select * from audit_log`))).not.toContain(keyHash);
});

test('a key without an owner is labeled by its route', async () => {
  const used = { action: 'key-used', actorId: null, caller: 'key', named: {}, ip: '198.51.100.9' } as const;
  const unowned = createHash('sha256').update('of nobody').digest('hex');
  await publish(
    requestOf({ ...used, route: 'leads.ingestLeads' }),
    requestOf({ ...used, route: 'leads.ingestLeads', status: 401 }),
    requestOf({ ...used, route: 'leads.listAgentsProperties', keyHash: unowned }),
  );
  const { entries } = await search({ ip: '198.51.100.9' });
  const found = entries.map(({ actor, keyHolder, text }) => [actor, keyHolder, text]);
  expect(found.toSorted()).toEqual([
    [null, 'API key without an owner', 'Used a key: read leads'],
    [null, 'Lead source', 'Used a key: delivered leads'],
    [null, 'Unverified key', 'Used a key: tried to deliver leads'],
  ]);
});

test('unknown routes and entries of the command line are shown', async () => {
  await publish(
    requestOf({ route: 'catalog.removed', ip: '', userAgent: '', named: { id: '10002' }, status: 499 }),
  );
  const [entry] = (await search({ who: '10002' })).entries;
  expect(entry).toMatchObject({
    text: 'Other admin change: catalog.removed',
    ip: '',
    device: '',
    outcome: 'unknown',
  });
  const { entries } = await search({ action: 'admin-made' });
  expect(entries[0]).toMatchObject({ actor: null, target: { id: admin.id }, outcome: 'done', status: null });
});

test('each filter narrows the search', async () => {
  row('audit/search');
  const [one, other] = [await newUser(), await newUser()];
  await publish(
    requestOf({
      actorId: one.id,
      ip: '198.51.100.77',
      at: '2026-03-01T23:59:59.999Z',
      named: { id: '30301' },
    }),
    requestOf({
      actorId: one.id,
      ip: '198.51.100.78',
      at: '2026-03-02T00:00:00.000Z',
      action: 'data-exported',
    }),
    requestOf({
      actorId: other.id,
      ip: '2001:db8::1',
      at: '2026-03-03T12:00:00.000Z',
      action: 'request-denied',
    }),
  );
  const spring = { from: '2026-03-01', to: '2026-03-03' };
  const found = async (filters: Record<string, string>) =>
    (await search({ ...spring, ...filters })).entries.map(({ at }) => at.slice(8, 10));
  expect(await found({})).toEqual(['03', '02', '01']);
  expect(await found({ who: one.id })).toEqual(['02', '01']);
  expect(await found({ who: one.email.toUpperCase() })).toEqual(['02', '01']);
  expect(await found({ who: other.email.slice(0, 12) })).not.toEqual([]);
  expect(await found({ who: '30301' })).toEqual(['01']);
  expect(await found({ who: '%' })).toEqual([]);
  expect(await found({ action: 'data-exported' })).toEqual(['02']);
  expect(await found({ ip: '198.51.100.78' })).toEqual(['02']);
  expect(await found({ ip: '198.51.100.0/24' })).toEqual(['02', '01']);
  expect(await found({ ip: '2001:db8::/32' })).toEqual(['03']);
  expect(await found({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['02']);
  expect(await found({ who: one.id, action: '', ip: '', from: '2026-03-01', to: '2026-03-01' })).toEqual([
    '01',
  ]);
  const second = await search({ ...spring, limit: '2', page: '2' });
  expect([second.total, second.entries.length]).toEqual([3, 1]);
});

test.each([
  ['ip', 'here', 'a network address'],
  ['ip', '203.0.113.7/33', 'a network address'],
  ['action', 'nothing', 'action'],
  ['from', 'today', 'from'],
  ['to', '0000-01-01', '0001-01-01'],
  ['to', '2026-02-30', 'to'],
  ['limit', '1000', 'limit'],
  ['page', '0', 'page'],
])('%s=%s is refused with a text', async (name, value, words) => {
  const path = `/api/admin/audit?${new URLSearchParams({ [name]: value })}`;
  const { status, body } = await call(auth, 'GET', path, { token: admin.token });
  expect([status, body.message]).toEqual([400, expect.stringContaining(words)]);
  expect(body.message).not.toMatch(/^(Invalid (input|option|string|key)|Too (small|big))/);
});

test('no filter breaks the search', async () => {
  const hostile = [`'"\`; drop table users; --`, '%_\\%(a+)+$', '😀'.repeat(50), '../../x', '0001-01-01'];
  for (const who of hostile) expect((await search({ who })).status).toBe(200);
  for (const ip of ['::', '::/0', '0.0.0.0/0', '::ffff:203.0.113.7', '10.1.2.3/8'])
    expect((await search({ ip })).status).toBe(200);
  expect((await search({ from: '0001-01-01', to: '9999-12-31', page: '100000', limit: '200' })).status).toBe(
    200,
  );
});

test('the log returns 404 to others', async () => {
  row('audit/admins-only');
  const { token, email } = await newUser();
  expect((await search({}, token)).status).toBe(404);
  expect((await call(auth, 'GET', '/api/admin/audit')).status).toBe(401);
  await makeAdmin(auth.pg, email);
  const signedIn = await call(auth, 'POST', '/api/auth/signin', { body: { email, password: PASSWORD } });
  const { access } = tokensOf(signedIn);
  expect((await search({}, access)).status).toBe(200);
  const { id } = (await call(auth, 'GET', '/api/auth/user', { token: access })).body;
  const path = `/api/admin/users/${id}/status`;
  await call(auth, 'PATCH', path, { token: admin.token, body: { isAdmin: false } });
  expect((await search({}, access)).status).toBe(404);
});

test('a search counts up to ten thousand entries', async () => {
  for (const [entries, total] of [
    [9_999, 9_999],
    [10_001, 10_001],
    [10_050, 10_001],
  ]) {
    const many = newId();
    await auth.pg.execute(
      sql`insert into audit_log (at, action, actor_id, request_id)
       select now() - n * interval '1 second', 'sign-in', ${many}, 'many' from generate_series(1, ${entries}::int) n`,
    );
    const found = await search({ who: many });
    expect([found.status, found.total]).toEqual([200, total]);
  }
});
