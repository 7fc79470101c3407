import { createHash, createPublicKey } from 'node:crypto';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testIdentity } from '../testing/testing.ts';
import { asUser, type Identity, openIdentity } from './identity.ts';

let users: Awaited<ReturnType<typeof testIdentity>>;
let identity: Identity;
beforeAll(async () => {
  users = await testIdentity();
  identity = openIdentity({ ...users, name: 'catalog' });
});
afterAll(() => users.close());

const kindOf = async (token: string) => (await identity.callerOf(`Bearer ${token}`)).kind;
const id = '0198f0c0-0000-7000-8000-000000000001';

/** A token with the claims of a good one, changed and signed otherwise. */
const forged = (claims: Record<string, unknown> = {}) =>
  new SignJWT({
    email: 'eve@example.com',
    session_id: 's',
    app_metadata: { is_admin: true, activated_at: '2026-01-01T00:00:00Z' },
    user_metadata: {},
    ...claims,
  })
    .setIssuer(users.issuer)
    .setAudience('authenticated')
    .setSubject(id)
    .setIssuedAt()
    .setExpirationTime('5 min');

test('a valid token identifies its user', async () => {
  const token = await users.tokenFor({ id, email: 'ada@example.com', isAdmin: true, industry: 'Legal' });
  expect(await identity.callerOf(`Bearer ${token}`)).toMatchObject({
    kind: 'user',
    id,
    email: 'ada@example.com',
    isAdmin: true,
    industry: 'Legal',
    firstName: 'Ada',
    activatedAt: expect.any(Date),
  });
});

test('an expired token is nobody', async () => {
  const token = await users.tokenFor({}, { lifeS: 900 });
  expect(await kindOf(token)).toBe('user');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 906_000 });
  expect(await kindOf(token).finally(() => vi.useRealTimers())).toBe('nobody');
});

test('unsigned tokens are nobody', async () => {
  const token = new UnsecuredJWT({ email: 'eve@example.com' })
    .setIssuer(users.issuer)
    .setAudience('authenticated')
    .setSubject(id)
    .setExpirationTime('5 min')
    .encode();
  expect(await kindOf(`${token}x`)).toBe('nobody');
  expect(await kindOf(token)).toBe('nobody');
});

test('a public key is not accepted as a shared secret', async () => {
  const { keys } = (await (await fetch(users.jwksUrl)).json()) as { keys: [Record<string, string>] };
  const key = createPublicKey({ key: keys[0], format: 'jwk' });
  const pem = new TextEncoder().encode(String(key.export({ type: 'spki', format: 'pem' })));
  const jwkBytes = new TextEncoder().encode(JSON.stringify(keys[0]));
  for (const secret of [pem, jwkBytes, createHash('sha256').update(pem).digest()]) {
    expect(await kindOf(await forged().setProtectedHeader({ alg: 'HS256', kid: 'test' }).sign(secret))).toBe(
      'nobody',
    );
  }
});

test('the service secret cannot sign user tokens', async () => {
  const secret = new TextEncoder().encode(users.serviceSecret);
  const asUser = await forged().setProtectedHeader({ alg: 'HS256' }).sign(secret);
  expect(await kindOf(asUser)).toBe('nobody');
});

test('a token of a foreign key is refused', async () => {
  const { privateKey } = await generateKeyPair('ES256');
  expect(
    await kindOf(await forged().setProtectedHeader({ alg: 'ES256', kid: 'test' }).sign(privateKey)),
  ).toBe('nobody');
  expect(
    await kindOf(await forged().setProtectedHeader({ alg: 'ES256', kid: 'other' }).sign(privateKey)),
  ).toBe('nobody');
});

test('wrong issuer, audience and time are refused', async () => {
  const other = openIdentity({ ...users, issuer: 'https://elsewhere.example', name: 'catalog' });
  const good = await users.tokenFor({ id });
  expect((await other.callerOf(`Bearer ${good}`)).kind).toBe('nobody');
  expect(await kindOf(await users.tokenFor({ id }, { audience: 'anon' }))).toBe('nobody');
  expect(await identity.callerOf(`Bearer ${await users.tokenFor({ id }, { lifeS: -60 })}`)).toEqual({
    kind: 'nobody',
    reason: 'the token has expired',
  });
});

test('a changed token is refused', async () => {
  const good = await users.tokenFor({ id });
  const [head = '', body = '', signature = ''] = good.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  claims.app_metadata.is_admin = true;
  const changed = Buffer.from(JSON.stringify(claims)).toString('base64url');
  expect(await kindOf([head, changed, signature].join('.'))).toBe('nobody');
});

test('a service token is accepted by its audience only', async () => {
  const billing = openIdentity({ ...users, name: 'billing' });
  const forCatalog = `Bearer ${await billing.serviceToken('catalog')}`;
  expect(await identity.callerOf(forCatalog)).toEqual({ kind: 'service', name: 'billing' });
  expect((await billing.callerOf(forCatalog)).kind).toBe('nobody');
  expect((await identity.callerOf(`Bearer ${await billing.serviceToken('internal')}`)).kind).toBe('service');
  const stranger = openIdentity({ ...users, serviceSecret: 'x'.repeat(40), name: 'billing' });
  expect((await identity.callerOf(`Bearer ${await stranger.serviceToken('catalog')}`)).kind).toBe('nobody');
});

test('other bearers are keys; without one the caller is nobody', async () => {
  expect(await identity.callerOf(`Bearer ${id}`)).toEqual({ kind: 'key', token: id, userId: id });
  expect(await identity.callerOf('Bearer cw_abc')).toEqual({ kind: 'key', token: 'cw_abc' });
  expect(await identity.callerOf()).toEqual({ kind: 'nobody' });
  expect(await identity.callerOf('Basic YTpi')).toEqual({ kind: 'nobody' });
});

test('keys that cannot be fetched are an outage, not a refusal', async () => {
  const blind = openIdentity({ ...users, jwksUrl: 'http://127.0.0.1:9/jwks.json', name: 'catalog' });
  const caller = await blind.callerOf(`Bearer ${await users.tokenFor({ id })}`);
  expect(caller).toMatchObject({ kind: 'nobody', outage: { kind: 'unavailable', code: 'keys_unavailable' } });
  expect(() => asUser(caller)).toThrow('The sign-in keys cannot be read');
});

test('a short service secret is not accepted', () => {
  expect(() => openIdentity({ ...users, serviceSecret: 'short', name: 'x' })).toThrow('32 characters');
});
