import { sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newForm, PASSWORD } from './client.ts';
import { newAddress, type StartedWire, startWire } from './wire/start-wire.ts';

/** Fields that might grant rights. */
const rights = {
  isAdmin: true,
  is_admin: true,
  status: 'suspended',
  role: 'service_role',
  trialDays: 365,
  hasActivePayment: true,
  email_confirmed_at: '2026-01-01T00:00:00Z',
  banned_until: null,
  aud: 'else',
};
const greedy = { ...rights, app_metadata: rights, user_metadata: rights };

let auth: StartedWire;
beforeAll(async () => {
  auth = await startWire({ AUTO_CONFIRM: 'true', DATABASE_URL: await testDatabase('auth_allow_list') });
});
afterAll(() => auth?.stop());

const rightsOf = (email: string) =>
  auth.pg.one(
    sql`select is_admin as "isAdmin", status, role, aud, email_confirmed_at is not null as "isConfirmed",
       app_metadata ? 'is_admin' as "isAdminByMetadata"
     from users where email = ${email}`,
  );
const plain = {
  isAdmin: false,
  status: 'active',
  role: 'authenticated',
  aud: 'authenticated',
  isConfirmed: true,
  isAdminByMetadata: false,
};

async function own(method: string, path: string, body: object, token?: string) {
  const reply = await fetch(new URL(path, auth.url), {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return reply.status;
}

async function member(data: object = {}) {
  const email = newAddress();
  const { body } = await auth.call('POST', '/signup', { email, password: PASSWORD, data, ...greedy });
  return {
    email,
    token: body.access_token as string,
    headers: { authorization: `Bearer ${body.access_token}` },
  };
}

test('a sign-up grants no rights', async () => {
  const form = newForm();
  expect(await own('POST', '/api/auth/signup', { ...form, ...greedy })).toBe(200);
  expect(await rightsOf(form.email)).toEqual({ ...plain, isConfirmed: false });
});

test('a sign-up by the wire protocol grants no rights', async () => {
  const { email, token } = await member(greedy);
  expect(await rightsOf(email)).toEqual(plain);
  const reply = await fetch(new URL('/api/admin/users', auth.url), {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.status).toBe(404);
});

test('profile and preferences grant no rights', async () => {
  const { email, token } = await member();
  const names = { firstName: 'Ada', lastName: 'Example', phone: '555-0100' };
  const profile = { ...names, email, companyName: 'Example Ltd', teamSize: 'Just me (1)' };
  expect(await own('PUT', '/api/user/profile', { ...profile, ...greedy }, token)).toBe(200);
  expect(await own('PUT', '/api/user/preferences', { emailNotifications: true, ...greedy }, token)).toBe(200);
  expect(await rightsOf(email)).toEqual(plain);
});

test('metadata grant no rights', async () => {
  const { email, headers } = await member();
  const reply = await auth.call('PUT', '/user', { data: greedy, ...rights }, headers);
  expect(reply.status).toBe(200);
  expect(await rightsOf(email)).toEqual(plain);
  const refused = await auth.call('PUT', '/user', { app_metadata: rights }, headers);
  expect([refused.status, refused.body.error_code]).toEqual([403, 'not_admin']);
  expect(await rightsOf(email)).toEqual(plain);
});
