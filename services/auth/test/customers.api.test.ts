import { newId } from '@closingwire/chassis/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin } from '../src/flows/make-admin.ts';
import { call, PASSWORD, registerUser, tokensOf } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

let auth: StartedAuth;
let admin: string;
beforeAll(async () => {
  auth = await startAuth();
  const { form } = await registerUser(auth);
  await makeAdmin(auth.pg, form.email);
  const signedIn = await call(auth, 'POST', '/api/auth/signin', {
    body: { email: form.email, password: PASSWORD },
  });
  admin = tokensOf(signedIn).access;
});
afterAll(() => auth?.stop());

const ask = (path: string, token = admin) => call(auth, 'GET', `/api/admin/customers/${path}`, { token });

async function customer() {
  const { form, access } = await registerUser(auth, { firstName: 'Nora' });
  const { id } = (await call(auth, 'GET', '/api/auth/user', { token: access })).body;
  return { id: String(id), email: form.email, access };
}

test('a user is read with the times of confirmation and sign-in', async () => {
  const { id, email } = await customer();
  expect(await ask(id)).toMatchObject({
    status: 200,
    body: {
      user: { id, email, firstName: 'Nora', status: 'active' },
      emailConfirmedAt: expect.any(String),
      lastSignInAt: expect.any(String),
    },
  });
});

test('the access of a user is their own sessions and keys, without the secret', async () => {
  const { id, access } = await customer();
  const other = await customer();
  const made = await call(auth, 'POST', '/api/user/api-keys', { token: access, body: { name: 'Reports' } });
  const { key } = made.body as { key: string };
  const { body } = await ask(`${id}/access`);
  expect(body).toMatchObject({ sessions: [{ ip: expect.any(String) }], apiKeys: [{ name: 'Reports' }] });
  expect(JSON.stringify(body)).not.toContain(key);
  expect((await ask(`${other.id}/access`)).body).toMatchObject({ sessions: [{}], apiKeys: [] });
  expect((await ask(`${id}/access`)).body).toEqual(body);
});

test('other users and unknown ids get 404', async () => {
  const { id, access } = await customer();
  for (const part of ['', '/access']) {
    expect((await ask(`${id}${part}`, access)).status).toBe(404);
    expect(await ask(`${newId()}${part}`)).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
    expect((await ask(`nobody${part}`)).status).toBe(400);
  }
});
