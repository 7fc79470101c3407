import { until } from '@closingwire/chassis/testing';
import { sessionRevoked } from '@closingwire/contracts/auth';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, PASSWORD, registerUser, tokensOf } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

let auth: StartedAuth;
let now = new Date();
beforeAll(async () => {
  auth = await startAuth({ SIGN_IN_TRIES_PER_ACCOUNT: '4' }, () => now);
});
afterAll(() => auth?.stop());

const signIn = (email: string, password = PASSWORD) =>
  call(auth, 'POST', '/api/auth/signin', { body: { email, password } });

const refresh = async (refreshToken: string) =>
  call(auth, 'POST', '/internal/sessions/refresh', {
    body: { refreshToken },
    token: await auth.serviceToken(),
  });

test('signing in returns user and session', async () => {
  row('call/post-auth-signin');
  const { form } = await registerUser(auth);
  const reply = await signIn(form.email.toUpperCase());
  expect(reply.status).toBe(200);
  expect(reply.body.user).toMatchObject({ email: form.email, firstName: 'Nora', status: 'active' });
  expect(reply.body.session).toMatchObject({ expires_in: 900, token_type: 'bearer' });
  expect(tokensOf(reply).refresh).toMatch(/^[\w-]{43}$/);
});

test('the user has every field of the contract', async () => {
  row('entity/user');
  const { form, access } = await registerUser(auth);
  const { firstName, lastName, email, phone, industry, companyName, teamSize } = form;
  const { body } = await call(auth, 'GET', '/api/auth/user', { token: access });
  expect(body).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    ...{ firstName, lastName, email, phone, industry, companyName, teamSize },
    profileImageUrl: null,
    status: 'active',
    isAdmin: false,
    emailNotifications: true,
    trialDays: null,
    trialExpiresAt: null,
    hasActivePayment: false,
    stripeCustomerId: null,
    termsVersion: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
});

test('the access token has the claims of the contract', async () => {
  row('entity/session');
  const { form } = await registerUser(auth);
  const { access } = tokensOf(await signIn(form.email));
  const keys = createRemoteJWKSet(new URL('/api/auth/v1/.well-known/jwks.json', auth.url));
  const { payload, protectedHeader } = await jwtVerify(access, keys, {
    issuer: 'http://localhost:8080/api/auth/v1',
    audience: 'authenticated',
  });
  expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'JWT', kid: expect.any(String) });
  expect(payload).toMatchObject({
    email: form.email,
    phone: '',
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    session_id: expect.any(String),
    is_anonymous: false,
    app_metadata: {
      provider: 'email',
      providers: ['email'],
      is_admin: false,
      industry: 'Mortgages',
      status: 'active',
    },
    user_metadata: { first_name: 'Nora', last_name: 'Newcomer', company_name: 'Newcomer Lending' },
  });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
});

test('the published keys are cacheable and public', async () => {
  const reply = await call(auth, 'GET', '/api/auth/v1/.well-known/jwks.json');
  expect(reply.headers.get('cache-control')).toBe('public, max-age=600');
  const [key] = reply.body.keys as Record<string, unknown>[];
  expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
  expect(key).not.toHaveProperty('d');
});

test('a wrong password and an unknown user get the same reply', async () => {
  const { form } = await registerUser(auth);
  const wrong = await signIn(form.email, 'not-the-password');
  const unknown = await signIn('nobody@example.com', 'not-the-password');
  for (const reply of [wrong, unknown]) {
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'invalid_credentials', message: 'Invalid login credentials' });
  }
});

test('guesses of a password are limited', async () => {
  const { form } = await registerUser(auth);
  for (let guess = 0; guess < 4; guess++) await signIn(form.email, `guess ${guess}`);
  const reply = await signIn(form.email);
  expect(reply.status).toBe(429);
  expect(reply.body).toMatchObject({ code: 'too_many_requests' });
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(reply.headers.get('ratelimit')).toMatch(/^"tries";r=0;t=\d+$/);
});

test('a correct sign-in does not count', async () => {
  const { form } = await registerUser(auth);
  for (let time = 0; time < 6; time++) expect((await signIn(form.email)).status).toBe(200);
});

test('a visitor gets null, without an error', async () => {
  row('call/get-auth-user');
  const reply = await call(auth, 'GET', '/api/auth/user');
  expect(reply.status).toBe(200);
  expect(reply.body).toBeNull();
});

test('signing out ends the session everywhere', async () => {
  row('call/post-auth-signout');
  const { access, refresh: token } = await registerUser(auth);
  const before = await call(auth, 'GET', '/api/auth/user', { token: access });
  expect(before.body).toMatchObject({ firstName: 'Nora' });
  const out = await call(auth, 'POST', '/api/auth/signout', { token: access });
  expect(out.headers.getSetCookie().every(cookie => cookie.includes('Max-Age=0'))).toBe(true);
  expect((await call(auth, 'GET', '/api/auth/user', { token: access })).body).toBeNull();
  expect((await refresh(token)).body).toMatchObject({ code: 'refresh_token_not_found' });
  const userId = (before.body as { id: string }).id;
  await until(() => auth.bus.receivedOf(sessionRevoked).some(({ data }) => data.userId === userId));
});

test('each refresh returns new tokens of the same session', async () => {
  const { refresh: first } = await registerUser(auth);
  const second = await refresh(first);
  expect(second.status).toBe(200);
  expect(second.body.refresh_token).not.toBe(first);
  expect(Object.keys(second.body).sort()).toEqual(
    ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type'].sort(),
  );
  expect((await refresh(String(second.body.refresh_token))).status).toBe(200);
});

test('concurrent refreshes with one token agree', async () => {
  const { refresh: first } = await registerUser(auth);
  const replies = await Promise.all(Array.from({ length: 5 }, () => refresh(first)));
  expect(new Set(replies.map(reply => reply.status))).toEqual(new Set([200]));
  expect(new Set(replies.map(reply => reply.body.refresh_token)).size).toBe(1);
});

test('a lost reply is repeated, however late', async () => {
  const { refresh: first } = await registerUser(auth);
  const second = await refresh(first);
  now = new Date(now.getTime() + 3_600_000);
  const again = await refresh(first);
  expect(again.body.refresh_token).toBe(second.body.refresh_token);
});

test('a reused old token ends the chain', async () => {
  row('beyond/refresh-rotation');
  const { refresh: first } = await registerUser(auth);
  const second = String((await refresh(first)).body.refresh_token);
  const third = String((await refresh(second)).body.refresh_token);
  now = new Date(now.getTime() + 60_000);
  expect((await refresh(first)).body).toMatchObject({
    status: 400,
    code: 'refresh_token_already_used',
    message: 'Invalid Refresh Token: Already Used',
  });
  expect((await refresh(third)).body).toMatchObject({ code: 'refresh_token_already_used' });
});

test('a session ends after thirty days without use', async () => {
  const { refresh: token } = await registerUser(auth);
  now = new Date(now.getTime() + 31 * 86_400_000);
  expect((await refresh(token)).body).toMatchObject({ code: 'session_expired' });
});

test('only services may call the internal refresh', async () => {
  const { access, refresh: refreshToken } = await registerUser(auth);
  const path = '/internal/sessions/refresh';
  expect((await call(auth, 'POST', path, { body: { refreshToken } })).status).toBe(401);
  expect((await call(auth, 'POST', path, { body: { refreshToken }, token: access })).status).toBe(403);
});

test.each([
  ['/zips?state=CA', '/auth?next=%2Fzips%3Fstate%3DCA'],
  ['//evil.example.com', '/auth'],
  ['https://evil.example.com', '/auth'],
  ['/\\evil.example.com', '/auth'],
])('login with next %s redirects to %s', async (next, location) => {
  const reply = await call(auth, 'GET', `/api/login?${new URLSearchParams({ next })}`);
  expect(reply.status).toBe(303);
  expect(reply.headers.get('location')).toBe(location);
});
