import { sql } from '@closingwire/chassis/pg';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin } from '../src/flows/make-admin.ts';
import { call, PASSWORD, registerUser, tokensOf } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

const from = { 'user-agent': 'audited-browser/1.0' };

let auth: StartedAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth?.stop());

const signIn = (email: string, password = PASSWORD) =>
  call(auth, 'POST', '/api/auth/signin', { body: { email, password }, headers: from });

async function newUser() {
  const { form, access } = await registerUser(auth);
  const { id } = (await call(auth, 'GET', '/api/auth/user', { token: access })).body;
  return { form, email: form.email, token: access, id: String(id) };
}

const entriesOf = (action: string, id: string) =>
  auth.pg.query(
    sql`select actor_id as actor, target_id as target, host(ip) as ip, user_agent as "userAgent", detail,
       at <= now() as "isPast", request_id is not null as "hasRequest"
     from audit_log where action = ${action} and (actor_id = ${id} or target_id = ${id})`,
  );
const here = { ip: '127.0.0.1', userAgent: 'audited-browser/1.0', isPast: true, hasRequest: true };

test('a sign-in is audited with its origin', async () => {
  const { email, id } = await newUser();
  await signIn(email);
  expect(await entriesOf('sign-in', id)).toContainEqual({ ...here, actor: id, target: null, detail: {} });
});

test('refused sign-ins by both protocols are audited', async () => {
  const { email, id } = await newUser();
  await signIn(email, 'a-wrong-password');
  const body = { email, password: 'a-wrong-password' };
  await call(auth, 'POST', '/api/auth/v1/token?grant_type=password', { body, headers: from });
  const denied = { ...here, actor: null, target: id, detail: {} };
  expect(await entriesOf('sign-in-refused', id)).toEqual([denied, denied]);
});

test("an admin's entry has admin, user and change", async () => {
  const [admin, user] = [await newUser(), await newUser()];
  await makeAdmin(auth.pg, admin.email);
  const { access: token } = tokensOf(await signIn(admin.email));
  const path = `/api/admin/users/${user.id}/status`;
  const reply = await call(auth, 'PATCH', path, { token, body: { status: 'suspended' }, headers: from });
  expect(reply.status).toBe(200);
  expect(await entriesOf('user-changed-by-admin', user.id)).toEqual([
    { ...here, actor: admin.id, target: user.id, detail: { status: 'suspended' } },
  ]);
  expect(await entriesOf('admin-made', admin.id)).toHaveLength(1);
});

test('a wrong password for a deletion is audited', async () => {
  const { id, token } = await newUser();
  await call(auth, 'DELETE', '/api/user', { token, body: { password: 'guess' }, headers: from });
  expect(await entriesOf('account-deletion-refused', id)).toEqual([
    { ...here, actor: id, target: null, detail: {} },
  ]);
});

test('a wrong password for a change of address is audited', async () => {
  const { form, id, token } = await newUser();
  const { password: _password, industry: _industry, ...profile } = form;
  const body = { ...profile, email: `new-${form.email}`, currentPassword: 'guess' };
  const reply = await call(auth, 'PUT', '/api/user/profile', { token, body, headers: from });
  expect(reply.status).toBe(400);
  expect(await entriesOf('password-refused', id)).toEqual([{ ...here, actor: id, target: null, detail: {} }]);
});

test('the second factor completes a sign-in; setting one up is not a sign-in', async () => {
  const { email, id, token } = await newUser();
  const ask = (bearer: string, path: string, body: object) =>
    call(auth, 'POST', `/api/auth/v1/factors${path}`, { token: bearer, body, headers: from });
  const { body: factor } = await ask(token, '', { factor_type: 'totp' });
  const { secret } = factor.totp as { secret: string };
  const give = async (bearer: string) => {
    const { body: challenge } = await ask(bearer, `/${factor.id}/challenge`, {});
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    // Each code works once. Without this, the test would wait for the next code.
    await auth.pg.execute(sql`update mfa_factors set last_step = null where id = ${factor.id}`);
    return ask(bearer, `/${factor.id}/verify`, { challenge_id: challenge.id, code });
  };
  const signedIn = () => entriesOf('sign-in', id);
  const setUp = await give(token);
  expect(setUp.status).toBe(200);
  expect(await signedIn()).toEqual([]);

  const { access } = tokensOf(await signIn(email));
  expect(await signedIn()).toEqual([]);
  const whole = await give(access);
  expect(whole.status).toBe(200);
  expect(await signedIn()).toEqual([{ ...here, actor: id, target: null, detail: {} }]);

  expect((await give(String(whole.body.access_token))).status).toBe(200);
  expect(await signedIn()).toHaveLength(1);
  expect(await entriesOf('factor-verified', id)).toHaveLength(3);
});

test('a wrong or missing second factor is audited', async () => {
  const { email, id, token } = await newUser();
  const ask = (path: string, body: object) =>
    call(auth, 'POST', `/api/auth/v1/factors${path}`, { token, body, headers: from });
  const { body: factor } = await ask('', { factor_type: 'totp' });
  const give = async (code: string) => {
    const { body: challenge } = await ask(`/${factor.id}/challenge`, {});
    return (await ask(`/${factor.id}/verify`, { challenge_id: challenge.id, code })).status;
  };
  expect(await give('000000')).toBe(422);
  expect(await entriesOf('factor-refused', id)).toEqual([
    { ...here, actor: id, target: null, detail: { factor: factor.id } },
  ]);
  const { secret } = factor.totp as { secret: string };
  expect(await give(new TOTP({ secret: Secret.fromBase32(secret) }).generate())).toBe(200);
  await signIn(email);
  expect(await entriesOf('sign-in-begun', id)).toEqual([{ ...here, actor: id, target: null, detail: {} }]);
  expect(await entriesOf('sign-in', id)).toEqual([]);
  const open = await auth.pg.query(sql`select aal from sessions where user_id = ${id} order by aal`);
  expect(open).toEqual([{ aal: 'aal1' }, { aal: 'aal2' }]);
});
