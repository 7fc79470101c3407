import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAddress, PASSWORD, type StartedWire, startWire } from './start-wire.ts';

const NEW_SHAPE = { 'x-supabase-api-version': '2024-01-01' };

let wire: StartedWire;
let signingKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
let now = new Date();
beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true });
  signingKey = pair.privateKey;
  const jwk = { ...(await exportJWK(pair.privateKey)), kid: 'given', alg: 'RS256' };
  const settings = {
    SIGNING_KEYS: JSON.stringify(jwk),
    AUTO_CONFIRM: 'true',
    MAIL_FREQUENCY_S: '60',
    REFRESH_REUSE_INTERVAL_S: '0',
    REDIRECT_ALLOW_LIST: 'https://*.example.com/**',
  };
  wire = await startWire(settings, { now: () => now });
});
afterAll(() => wire?.stop());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function signUp(email = newAddress()) {
  const { status, body } = await wire.call('POST', '/signup', { email, password: PASSWORD });
  expect(status).toBe(200);
  return { email, access: body.access_token as string, refresh: body.refresh_token as string, body };
}

const signed = (claims: Record<string, unknown>, lifeS = 60) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'given' })
    .setExpirationTime(Math.floor(now.getTime() / 1000) + lifeS)
    .sign(signingKey);

describe('an error', () => {
  const guess = { email: 'nobody@example.com', password: 'x' };

  test('has a number as code for old clients', async () => {
    const reply = await wire.call('POST', '/token?grant_type=password', guess);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
  });

  test('has a name as code for clients since 2024', async () => {
    const reply = await wire.call('POST', '/token?grant_type=password', guess, NEW_SHAPE);
    expect(reply.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(reply.body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
  });

  test('of a weak password has the reasons in both shapes', async () => {
    const weak = { email: newAddress(), password: 'short' };
    for (const headers of [{}, NEW_SHAPE]) {
      const reply = await wire.call('POST', '/signup', weak, headers);
      expect(reply.status).toBe(422);
      expect(reply.body.weak_password).toEqual({ reasons: ['length'] });
    }
  });

  test.each([
    ['GET', '/nowhere', 404, '404 page not found\n'],
    ['DELETE', '/signup', 405, ''],
    ['HEAD', '/verify', 405, ''],
    ['POST', '/factors/recovery-codes/verify', 404, '404 page not found\n'],
    ['PUT', '/factors/some-id/verify', 405, ''],
  ])('%s %s gets %i in plain text', async (method, path, status, text) => {
    const reply = await wire.call(method, path);
    expect([reply.status, reply.text]).toEqual([status, text]);
  });

  test('of a body that is not JSON is bad_json', async () => {
    expect(await wire.call('POST', '/signup', '{"email":')).toMatchObject({
      status: 400,
      body: { error_code: 'bad_json' },
    });
    expect(await wire.call('POST', '/signup', { email: 7, password: 'x' })).toMatchObject({
      status: 400,
      body: { error_code: 'bad_json' },
    });
  });

  test('of a body over a mebibyte is 413', async () => {
    const reply = await wire.call('POST', '/signup', { email: 'x'.repeat(1_048_576) });
    expect(reply).toMatchObject({ status: 413, body: { error_code: 'request_entity_too_large' } });
  });
});

test('any page may call, with an api key', async () => {
  const reply = await wire.call('OPTIONS', '/token');
  expect(reply.status).toBe(204);
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  expect(reply.headers.get('access-control-allow-headers')).toContain('apikey');
  expect(reply.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version');
});

describe('a bearer', () => {
  const stranger = 'b2f2ecd9-2f0c-4bd0-9d6e-1d2f4dd44d4a';

  test.each([
    ['missing', () => undefined, 401, 'no_authorization'],
    ['malformed', () => 'a.b.c', 403, 'bad_jwt'],
    ['expired', () => signed({ sub: stranger }, -10), 403, 'bad_jwt'],
    ['without a subject', () => signed({ role: 'authenticated' }), 403, 'bad_jwt'],
    ['with a subject that is not an id', () => signed({ sub: 'me' }), 400, 'bad_jwt'],
    ['of an unknown user', () => signed({ sub: stranger }), 403, 'user_not_found'],
  ])('that is %s is refused', async (_title, make, status, code) => {
    const token = await make();
    const reply = await wire.call('GET', '/user', undefined, token ? bearer(token) : {});
    expect([reply.status, reply.body.error_code]).toEqual([status, code]);
  });

  test('of an ended session is refused by its own code', async () => {
    const { access } = await signUp();
    expect((await wire.call('POST', '/logout?scope=local', undefined, bearer(access))).status).toBe(204);
    const reply = await wire.call('GET', '/user', undefined, bearer(access));
    expect([reply.status, reply.body.error_code]).toEqual([403, 'session_not_found']);
  });

  test("of a user is refused on operators' routes", async () => {
    const { access } = await signUp();
    const reply = await wire.call('GET', '/admin/users', undefined, bearer(access));
    expect([reply.status, reply.body.error_code]).toEqual([403, 'not_admin']);
  });

  test('signed with a key of the settings is valid, and the key is published', async () => {
    const { body, headers } = await wire.call('GET', '/.well-known/jwks.json');
    expect(headers.get('cache-control')).toBe('public, max-age=600');
    expect(body.keys).toEqual([expect.objectContaining({ kid: 'given', alg: 'RS256', kty: 'RSA' })]);
    expect(body.keys[0]).not.toHaveProperty('d');
  });
});

describe('a refresh token', () => {
  const refresh = (token: string) =>
    wire.call('POST', '/token?grant_type=refresh_token', { refresh_token: token });

  test.each([
    ['', 'validation_failed', 'Refresh token is not valid'],
    ['short', 'validation_failed', 'Refresh token is not valid'],
    ['abcdefghijkl', 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
  ])('%o is refused', async (token, code, message) => {
    const reply = await refresh(token);
    expect(reply).toMatchObject({ status: 400, body: { error_code: code, msg: message } });
  });

  test('that is the parent of the active one returns the active one, however late', async () => {
    const { refresh: first } = await signUp();
    const second = await refresh(first);
    now = new Date(now.getTime() + 3_600_000);
    expect((await refresh(first)).body.refresh_token).toBe(second.body.refresh_token);
  });

  test('that is older ends the chain, but not the session', async () => {
    const { refresh: first } = await signUp();
    const second = (await refresh(first)).body.refresh_token;
    now = new Date(now.getTime() + 1_000);
    const third = await refresh(second);
    now = new Date(now.getTime() + 1_000);
    for (const token of [first, third.body.refresh_token]) {
      expect((await refresh(token)).body).toMatchObject({
        error_code: 'refresh_token_already_used',
        msg: 'Invalid Refresh Token: Already Used',
      });
    }
    expect((await wire.call('GET', '/user', undefined, bearer(third.body.access_token))).status).toBe(200);
  });
});

describe('with auto-confirm', () => {
  test('a sign-up returns a session, and a second one is refused', async () => {
    const { email, body } = await signUp();
    expect(body).toMatchObject({
      token_type: 'bearer',
      user: { email, email_confirmed_at: expect.any(String) },
    });
    expect(body.user).not.toHaveProperty('confirmed_at');
    const again = await wire.call('POST', '/signup', { email, password: PASSWORD });
    expect(again).toMatchObject({
      status: 422,
      body: { error_code: 'user_already_exists', msg: 'User already registered' },
    });
  });

  test('a second mail within a minute is refused', async () => {
    const { email } = await signUp();
    expect((await wire.call('POST', '/recover', { email })).status).toBe(200);
    const reply = await wire.call('POST', '/recover', { email });
    expect(reply.status).toBe(429);
    expect(reply.body.error_code).toBe('over_email_send_rate_limit');
    expect(reply.body.msg).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
  });
});

describe('a link', () => {
  test.each([
    ['https://one.example.com/deep/page', 'https://one.example.com/deep/page'],
    ['https://evil.example/', 'http://localhost:8080'],
  ])('that wants %s leads to %s', async (wanted, target) => {
    const query = new URLSearchParams({ token: 'f'.repeat(56), type: 'signup', redirect_to: wanted });
    const reply = await wire.call('GET', `/verify?${query}`);
    expect(reply.status).toBe(303);
    expect(reply.headers.get('location')?.split('#')[0]).toBe(target);
  });

  test('with missing parts gets a JSON error', async () => {
    expect(await wire.call('GET', '/verify?type=signup')).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    });
  });
});

describe('a feature that is not offered', () => {
  const admin = () => bearer(wire.serviceRole);

  test.each([
    ['POST', '/signup', { phone: '15550100000', password: PASSWORD }, 400, 'phone_provider_disabled'],
    ['POST', '/signup', {}, 422, 'anonymous_provider_disabled'],
    ['POST', '/otp', { phone: '15550100000' }, 400, 'phone_provider_disabled'],
    ['POST', '/otp', { email: 'no@example.com', create_user: false }, 422, 'otp_disabled'],
    ['POST', '/sso', { domain: 'example.com' }, 404, 'saml_provider_disabled'],
    ['POST', '/passkeys/authentication/options', {}, 404, 'passkey_disabled'],
    ['GET', '/authorize?provider=google', undefined, 400, 'validation_failed'],
    ['POST', '/token?grant_type=web3', {}, 422, 'web3_provider_disabled'],
    ['POST', '/token?grant_type=id_token', { provider: 'google', id_token: 'x' }, 400, 'provider_disabled'],
    ['POST', '/token?grant_type=other', {}, 400, 'invalid_credentials'],
    ['POST', '/resend', { type: 'recovery', email: 'a@example.com' }, 400, 'validation_failed'],
    ['POST', '/verify', { type: 'signup' }, 400, 'validation_failed'],
    ['POST', '/verify', { type: 'sms', phone: '15550100', token: '123456' }, 403, 'otp_expired'],
    ['POST', '/verify', { type: 'sms', phone: '1555-x', token: '123456' }, 400, 'validation_failed'],
    ['GET', '/admin/oauth/clients', undefined, 404, 'feature_disabled'],
    ['GET', '/admin/users/no-id', undefined, 404, 'validation_failed'],
    ['GET', '/admin/users?page=x', undefined, 400, 'validation_failed'],
  ])('%s %s %j is refused', async (method, path, body, status, code) => {
    const reply = await wire.call(method, path, body, admin());
    expect([reply.status, reply.body.error_code]).toEqual([status, code]);
  });

  test.each([
    ['GET', '/user/identities/authorize?provider=google'],
    ['DELETE', '/user/identities/b2f2ecd9-2f0c-4bd0-9d6e-1d2f4dd44d4a'],
  ])('%s %s is refused to users', async (method, path) => {
    const { access } = await signUp();
    const reply = await wire.call(method, path, undefined, bearer(access));
    expect([reply.status, reply.body.error_code]).toEqual([404, 'manual_linking_disabled']);
  });

  test('is shown in the settings', async () => {
    const { body } = await wire.call('GET', '/settings');
    expect(body).toMatchObject({
      external: { email: true, phone: false, google: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: true,
    });
  });
});
