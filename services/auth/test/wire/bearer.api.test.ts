import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAddress, PASSWORD, SITE, type StartedWire, startWire } from './start-wire.ts';

const JWT_SECRET = 'another-shared-secret-of-an-operator';
const iss = `${SITE}/api/auth/v1`;
const aud = 'authenticated';

let wire: StartedWire;
let ownKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
let member: { sub: string; access: string };
beforeAll(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true });
  ownKey = pair.privateKey;
  const jwk = { ...(await exportJWK(pair.privateKey)), kid: 'own', alg: 'ES256' };
  wire = await startWire({ SIGNING_KEYS: JSON.stringify(jwk), AUTO_CONFIRM: 'true', JWT_SECRET });
  const { body } = await wire.call('POST', '/signup', { email: newAddress(), password: PASSWORD });
  member = { sub: body.user.id, access: body.access_token };
});
afterAll(() => wire?.stop());

const byOwnKey = (claims: Record<string, unknown>) =>
  new SignJWT({ sub: member.sub, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'own' })
    .setExpirationTime('1m')
    .sign(ownKey);
const bySecret = (claims: Record<string, unknown>) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime('1m')
    .sign(new TextEncoder().encode(JWT_SECRET));

async function ask(token: string, path = '/user', headers: Record<string, string> = {}) {
  const all = { authorization: `Bearer ${token}`, ...headers };
  const { status, body } = await wire.call('GET', path, undefined, all);
  return [status, body.error_code ?? 'fine'];
}

test('a token of another issuer is refused', async () => {
  expect(await ask(await byOwnKey({ iss, aud }))).toEqual([200, 'fine']);
  expect(await ask(await byOwnKey({ iss: 'https://else.example.com', aud }))).toEqual([403, 'bad_jwt']);
  expect(await ask(await byOwnKey({ aud }))).toEqual([403, 'bad_jwt']);
});

test('a token for another audience is refused', async () => {
  for (const claims of [{ iss }, { iss, aud: 'else' }, { iss, aud: '' }, { iss, aud: ['else', aud] }]) {
    expect(await ask(await byOwnKey(claims))).toEqual([400, 'validation_failed']);
  }
  expect(await ask(await bySecret({ sub: member.sub, aud: 'else' }))).toEqual([400, 'validation_failed']);
});

test('a request for another audience is refused', async () => {
  expect(await ask(member.access, '/user', { 'x-jwt-aud': 'else' })).toEqual([400, 'validation_failed']);
  expect(await ask(member.access, '/user', { 'x-jwt-aud': aud })).toEqual([200, 'fine']);
});

test("an operator's token may have any issuer", async () => {
  expect(await ask(await bySecret({ sub: member.sub, aud, iss: 'tests' }))).toEqual([200, 'fine']);
  const role = 'service_role';
  expect(await ask(await bySecret({ role }), '/admin/users')).toEqual([200, 'fine']);
  expect(await ask(await bySecret({ role, iss: 'demo', aud: 'else' }), '/admin/users')).toEqual([
    200,
    'fine',
  ]);
  expect(await ask(await bySecret({ role: 'authenticated', aud }), '/admin/users')).toEqual([
    403,
    'not_admin',
  ]);
});
