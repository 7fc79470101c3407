import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin } from '../src/make-admin.ts';
import { call, join, PASSWORD, tokensOf } from './person.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

let auth: StartedAuth;
let admin: string;
beforeAll(async () => {
  auth = await startAuth();
  const { form } = await join(auth, { firstName: 'Ada' });
  expect(await makeAdmin(auth.pg, form.email)).toBe('made');
  expect(await makeAdmin(auth.pg, form.email)).toBe('already');
  admin = (await signIn(form.email)).access;
});
afterAll(() => auth?.stop());

async function signIn(email: string) {
  const reply = await call(auth, 'POST', '/api/auth/signin', { body: { email, password: PASSWORD } });
  return { ...tokensOf(reply), status: reply.status, body: reply.body };
}

async function idOf(access: string): Promise<string> {
  return String((await call(auth, 'GET', '/api/auth/user', { token: access })).body.id);
}

const patch = (path: string, body: object, headers: Record<string, string> = {}) =>
  call(auth, 'PATCH', `/api/admin/users/${path}`, { body, token: admin, headers });

test('admin routes do not exist for others', async () => {
  const { access } = await join(auth);
  for (const path of ['/api/admin/users', '/api/admin/users/search?q=a']) {
    expect((await call(auth, 'GET', path, { token: access })).status).toBe(404);
    expect((await call(auth, 'GET', path)).status).toBe(401);
  }
});

test('a former admin sees nothing, whatever her token says', async () => {
  const { form, access } = await join(auth);
  await makeAdmin(auth.pg, form.email);
  const { access: asAdmin } = await signIn(form.email);
  await patch(`${await idOf(access)}/status`, { isAdmin: false });
  expect((await call(auth, 'GET', '/api/admin/users', { token: asAdmin })).status).toBe(404);
});

test('the search finds parts of name, company and phone', async () => {
  const { form } = await join(auth, { lastName: 'Zwetschge', companyName: 'Plum 100% Lending' });
  for (const q of ['zwet', 'plum', '100%', 'nora ZWETSCHGE', form.email]) {
    const reply = await call(auth, 'GET', `/api/admin/users/search?${new URLSearchParams({ q })}`, {
      token: admin,
    });
    const users = reply.body.users as { email: string }[];
    expect(
      users.map(user => user.email),
      q,
    ).toContain(form.email);
  }
});

test('suspending ends the sessions and refuses sign-in', async () => {
  const { form, access } = await join(auth);
  const id = await idOf(access);
  const reply = await patch(`${id}/status`, { status: 'suspended' });
  expect(reply.body).toMatchObject({ id, status: 'suspended' });
  expect((await call(auth, 'GET', '/api/auth/user', { token: access })).body).toBeNull();
  const refused = await signIn(form.email);
  expect(refused.status).toBe(403);
  expect(refused.body).toMatchObject({ code: 'user_banned' });
  await until(() => auth.heard.some(({ topic, data }) => topic === 'user.suspended' && data.id === id));
  await patch(`${id}/status`, { status: 'active' });
  expect((await signIn(form.email)).status).toBe(200);
  const heard = await until(() =>
    auth.heard.find(({ topic, data }) => topic === 'user.reinstated' && data.id === id),
  );
  expect(heard.data.version).toBe(3);
});

test('details change only where they are given', async () => {
  const { form, access } = await join(auth);
  const id = await idOf(access);
  const reply = await patch(id, { industry: 'Insurance', emailNotifications: false });
  expect(reply.body).toMatchObject({ firstName: 'Nora', email: form.email, industry: 'Insurance' });
  const heard = await until(() =>
    auth.heard.find(({ topic, data }) => topic === 'user.updated' && data.id === id),
  );
  expect(heard.data).toMatchObject({ version: 2, industry: 'Insurance', emailNotifications: false });
});

test('two people cannot have one address', async () => {
  const [first, second] = [await join(auth), await join(auth)];
  const reply = await patch(await idOf(second.access), { email: first.form.email });
  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({ code: 'email_exists' });
});

test('trial days are credited by billing before the reply', async () => {
  const { access } = await join(auth);
  const id = await idOf(access);
  const key = newId();
  const reply = await patch(id, { trialDays: 30 }, { 'idempotency-key': key });
  expect(reply.body).toMatchObject({ trialDays: 30, trialExpiresAt: '2026-12-01T00:00:00.000Z' });
  expect(auth.credits).toContainEqual({ accountId: id, creditId: key, trialDays: 30 });
});

test('an admin act is written down', async () => {
  const { access } = await join(auth);
  const id = await idOf(access);
  await patch(id, { companyName: 'Renamed' });
  const entries = await auth.pg.query('select action, detail from audit_log where target_id = $1', [id]);
  expect(entries).toContainEqual({ action: 'user-changed-by-admin', detail: { fields: ['companyName'] } });
});
