import type { GoTrueClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { somePassword } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';
import {
  mailedCode,
  mailedLink,
  pressWireLink,
  wireAddress,
  wireAdmin,
  wireClient,
  wireUrl,
  wireUser,
} from './platform/wire-user.ts';

/* The hosted provider's own client, unchanged, at the product's public address. */

const whole = theWhole();

function eventsOf(client: GoTrueClient): string[] {
  const events: string[] = [];
  client.onAuthStateChange(event => void events.push(event));
  return events;
}

const call = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(wireUrl(whole) + path, { method, headers, redirect: 'manual' });

test('a user signs up, confirms, signs in, refreshes and signs out', async () => {
  const client = wireClient(whole);
  const events = eventsOf(client);
  const email = wireAddress();
  const signedUp = await client.signUp({ email, password: somePassword });
  expect(signedUp).toMatchObject({ error: null, data: { session: null, user: { email } } });
  const early = await client.signInWithPassword({ email, password: somePassword });
  expect(early.error).toMatchObject({ status: 400, code: 'invalid_credentials' });
  const token = await mailedCode(whole, email);
  expect((await client.verifyOtp({ email, token, type: 'signup' })).error).toBeNull();
  expect((await client.signInWithPassword({ email, password: somePassword })).error).toBeNull();
  expect((await client.getClaims()).data?.claims).toMatchObject({ email, aud: 'authenticated' });
  expect((await client.refreshSession()).error).toBeNull();
  expect((await client.updateUser({ data: { color: 'blue' } })).data.user?.user_metadata).toMatchObject({
    color: 'blue',
  });
  expect((await client.signOut()).error).toBeNull();
  expect(events).toEqual([
    'INITIAL_SESSION',
    'SIGNED_IN',
    'SIGNED_IN',
    'TOKEN_REFRESHED',
    'USER_UPDATED',
    'SIGNED_OUT',
  ]);
});

test('a mailed link ends in a session by PKCE', async () => {
  row('call/wire-protocol');
  const { email, client } = await wireUser(whole, { flowType: 'pkce' });
  await client.signOut();
  const back = `${whole.url}/zips`;
  expect((await client.signInWithOtp({ email, options: { emailRedirectTo: back } })).error).toBeNull();
  const target = await pressWireLink(whole, await mailedLink(whole, email));
  expect(target.origin + target.pathname).toBe(back);
  const { data } = await client.exchangeCodeForSession(target.searchParams.get('code') ?? '');
  expect(data.user?.email).toBe(email);
});

test('replacing a forgotten password ends the other sessions', async () => {
  const { email, client: other } = await wireUser(whole);
  const client = wireClient(whole);
  const events = eventsOf(client);
  await client.resetPasswordForEmail(email);
  const token = await mailedCode(whole, email);
  await client.verifyOtp({ email, token, type: 'recovery' });
  expect((await client.updateUser({ password: `${somePassword} new` })).error).toBeNull();
  expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect(events).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY', 'USER_UPDATED']);
});

test('a second factor raises the session', async () => {
  const { client } = await wireUser(whole);
  const { data: factor } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  const secret = Secret.fromBase32(factor?.totp.secret ?? '');
  const code = new TOTP({ secret }).generate();
  const raised = await client.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code });
  expect(raised.error).toBeNull();
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
  expect((await client.mfa.unenroll({ factorId: factor?.id ?? '' })).error).toBeNull();
});

test('signing out reaches as far as it shows', async () => {
  const { email, client: first } = await wireUser(whole);
  const [second, third] = [wireClient(whole), wireClient(whole)];
  for (const client of [second, third]) await client.signInWithPassword({ email, password: somePassword });
  await second.signOut({ scope: 'local' });
  expect((await first.refreshSession()).error).toBeNull();
  await first.signOut({ scope: 'others' });
  expect((await third.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await first.getUser()).error).toBeNull();
  await first.signOut({ scope: 'global' });
  expect((await first.getUser()).error?.name).toBe('AuthSessionMissingError');
});

test('an operator manages users with the service role', async () => {
  const admin = await wireAdmin(whole);
  const { id } = await wireUser(whole);
  const listed = await admin.listUsers({ page: 1, perPage: 1 });
  expect(listed.data).toMatchObject({ nextPage: 2, lastPage: expect.any(Number), total: expect.any(Number) });
  expect((await admin.updateUserById(id, { user_metadata: { color: 'red' } })).error).toBeNull();
  expect((await admin.getUserById(id)).data.user?.user_metadata).toMatchObject({ color: 'red' });
  expect((await admin.deleteUser(id)).error).toBeNull();
  expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
  expect((await wireClient(whole).admin.listUsers()).error).toMatchObject({ status: 401 });
});

test('any page may call and read its headers', async () => {
  const origin = 'https://elsewhere.example';
  const asked = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'apikey,content-type,x-supabase-api-version',
  };
  const preflight = await call('OPTIONS', '/token', asked);
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('apikey');
  const refused = await call('POST', '/token?grant_type=password', {
    origin,
    'x-supabase-api-version': '2024-01-01',
  });
  expect(refused.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(refused.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version');
  expect(await refused.json()).toEqual({ code: expect.any(String), message: expect.any(String) });
});

test("unknown paths and methods get the protocol's errors", async () => {
  const unknown = await call('GET', '/no-such-path');
  expect([unknown.status, await unknown.text()]).toEqual([404, '404 page not found\n']);
  for (const method of ['HEAD', 'PATCH', 'DELETE', 'PUT']) {
    const reply = await call(method, '/signup');
    expect([method, reply.status, await reply.text()]).toEqual([method, 405, '']);
  }
  const keys = await call('GET', '/.well-known/jwks.json');
  expect(keys.headers.get('cache-control')).toBe('public, max-age=600');
});
