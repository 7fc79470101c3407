import { sql } from '@closingwire/chassis/pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, mailTo, newForm, PASSWORD, pressLink, registerUser, tokensOf } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

let auth: StartedAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth?.stop());

const outbox = (email: string) =>
  auth.pg.query<{ version: number }>(
    sql`select version from users where email = ${email} and email_confirmed_at is not null`,
  );

test('a new user gets a mail to confirm', async () => {
  row('entity/sign-up-payload', 'call/post-auth-signup');
  const form = newForm();
  const reply = await call(auth, 'POST', '/api/auth/signup', { body: form });
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({ email: form.email, confirmationRequired: true });
  const mail = await mailTo(auth, form.email, 'confirm-email');
  expect(mail.link).toMatch(/^http:\/\/localhost:8080\/api\/auth\/confirm\?token=[0-9a-f]{64}$/);
});

test('the mailed link activates and signs in', async () => {
  const form = newForm();
  await call(auth, 'POST', '/api/auth/signup', { body: form });
  const { link } = await mailTo(auth, form.email, 'confirm-email');
  const opened = await pressLink(auth, link);
  expect(opened.body).toEqual({ goTo: '/zips?welcome=true' });
  const [access = '', refresh = ''] = opened.headers.getSetCookie();
  expect(access).toMatch(/^cw_access=[^;]+; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(refresh).toMatch(/^cw_refresh=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(await outbox(form.email)).toEqual([{ version: 1 }]);
});

test('a used link leads to the sign-in page', async () => {
  const form = newForm();
  await call(auth, 'POST', '/api/auth/signup', { body: form });
  const { link } = await mailTo(auth, form.email, 'confirm-email');
  await pressLink(auth, link);
  const again = await pressLink(auth, link);
  const location = new URL(String(again.body.goTo), auth.url);
  expect(location.pathname).toBe('/auth');
  expect(location.searchParams.get('error')).toBe('link_used');
  expect(location.searchParams.get('message')).toMatch(/already used/);
  expect(again.headers.getSetCookie()).toEqual([]);
  const { pathname, search } = new URL(link);
  const opened = await call(auth, 'GET', pathname + search);
  expect([opened.status, opened.headers.get('location')]).toEqual([303, again.body.goTo]);
});

test('a used link redirects its user as before, and others to a notice', async () => {
  const form = newForm();
  await call(auth, 'POST', '/api/auth/signup', { body: form });
  const { link } = await mailTo(auth, form.email, 'confirm-email');
  const { access: own } = tokensOf(await pressLink(auth, link));
  const { access: another } = await registerUser(auth);
  const { pathname, search } = new URL(link);
  for (const [token, page] of [
    [own, '/zips?welcome=true'],
    [another, '/settings?notice=link-used'],
  ] as const) {
    const again = await call(auth, 'GET', pathname + search, { token });
    expect(again.headers.get('location')).toBe(page);
    expect(again.headers.getSetCookie()).toEqual([]);
    expect((await pressLink(auth, link, { token })).body.goTo).toBe(page);
  }
});

test('the link redirects to this site only', async () => {
  const form = newForm();
  await call(auth, 'POST', '/api/auth/signup', { body: form });
  const { link } = await mailTo(auth, form.email, 'confirm-email');
  const opened = await pressLink(auth, link, { next: '//evil.example.com' });
  expect(opened.body.goTo).toBe('/zips?welcome=true');
});

test('an address that has an account gets the same reply', async () => {
  row('beyond/taken-address');
  const { form } = await registerUser(auth);
  const fresh = newForm();
  const taken = await call(auth, 'POST', '/api/auth/signup', { body: form });
  const free = await call(auth, 'POST', '/api/auth/signup', { body: fresh });
  expect(taken.status).toBe(free.status);
  expect({ ...taken.body, email: '' }).toEqual({ ...free.body, email: '' });
  const mail = await mailTo(auth, form.email, 'already-registered');
  expect(mail.signInLink).toBe('http://localhost:8080/auth');
});

test("a stranger's sign-up sets no password on an address", async () => {
  const mine = newForm({ password: 'the-password-of-the-owner' });
  await call(auth, 'POST', '/api/auth/signup', { body: mine });
  const { link } = await mailTo(auth, mine.email, 'confirm-email');
  await call(auth, 'POST', '/api/auth/signup', { body: { ...mine, password: 'planted-password' } });
  await pressLink(auth, link);
  const body = { email: mine.email, password: 'planted-password' };
  expect((await call(auth, 'POST', '/api/auth/signin', { body })).status).toBe(400);
  const own = { email: mine.email, password: 'the-password-of-the-owner' };
  expect((await call(auth, 'POST', '/api/auth/signin', { body: own })).status).toBe(200);
});

test('two concurrent sign-ups insert one user', async () => {
  const form = newForm();
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => call(auth, 'POST', '/api/auth/signup', { body: form })),
  );
  expect(replies.map(reply => reply.status)).toEqual([200, 200, 200, 200, 200]);
  const rows = await auth.pg.query(sql`select id from users where email = ${form.email}`);
  expect(rows).toHaveLength(1);
});

test('protected fields are ignored', async () => {
  const { form } = await registerUser(auth, { isAdmin: 'true', status: 'suspended' });
  const signedIn = await call(auth, 'POST', '/api/auth/signin', {
    body: { email: form.email, password: PASSWORD },
  });
  expect(signedIn.body.user).toMatchObject({ isAdmin: false, status: 'active' });
});

test('the database has no password and no token', async () => {
  const { form, refresh } = await registerUser(auth);
  const dump = await auth.pg.query<{ row: string }>(
    sql`select u::text as row from users u union all select t::text from mailed_tokens t
     union all select r::text from refresh_tokens r union all select a::text from audit_log a`,
  );
  const text = dump.map(({ row }) => row).join('\n');
  expect(text).toContain(form.email);
  expect(text).not.toContain(form.password);
  expect(text).not.toContain(refresh);
});
