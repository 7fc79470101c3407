import { openIdentity } from '@closingwire/chassis/identity';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fakeAuth } from '../../test/fake-services.ts';
import { openPartnerKeys } from './keys.ts';

const serviceSecret = 'a-secret-of-the-services-for-tests-only';
const identity = openIdentity({
  jwksUrl: 'http://127.0.0.1:1',
  issuer: 'none',
  serviceSecret,
  name: 'leads',
});
const ADA = '019a0000-0000-7000-8000-000000000001';
const auth = fakeAuth(serviceSecret);
let now = 0;

beforeAll(() => auth.start());
afterAll(() => auth.stop());
beforeEach(() => {
  auth.asked.length = 0;
  auth.owners.clear();
});

const openKeys = (url = auth.url) => openPartnerKeys(url, identity, () => now);

test('asks auth once for concurrent requests', async () => {
  auth.owners.set('cw_ada', ADA);
  const keys = openKeys();
  const owners = await Promise.all(Array.from({ length: 20 }, () => keys.ownerOf('cw_ada')));
  expect(new Set(owners)).toEqual(new Set([ADA]));
  expect(auth.asked).toEqual(['cw_ada']);
});

test('refuses a revoked key within a second', async () => {
  auth.owners.set('cw_ada', ADA);
  const keys = openKeys();
  expect(await keys.ownerOf('cw_ada')).toBe(ADA);
  auth.owners.delete('cw_ada');
  now += 1_000;
  expect(await keys.ownerOf('cw_ada')).toBeUndefined();
});

test('remembers an invalid key for a short time', async () => {
  const keys = openKeys();
  expect(await keys.ownerOf('cw_none')).toBeUndefined();
  expect(await keys.ownerOf('cw_none')).toBeUndefined();
  expect(auth.asked).toEqual(['cw_none']);
  auth.owners.set('cw_none', ADA);
  now += 5_000;
  expect(await keys.ownerOf('cw_none')).toBe(ADA);
});

test.each(['ada', 'cw_', `cw_${'x'.repeat(500)}`, 'cw_a.b', 'CW_ada'])(
  'does not ask for %s',
  async worthless => {
    expect(await openKeys().ownerOf(worthless)).toBeUndefined();
    expect(auth.asked).toEqual([]);
  },
);

test('refuses every key while auth is down', async () => {
  const keys = openKeys('http://127.0.0.1:1');
  await expect(keys.ownerOf('cw_ada')).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'api_keys_unavailable',
  });
});

test('refuses every key when auth rejects the service token', async () => {
  const stranger = openIdentity({
    jwksUrl: 'http://127.0.0.1:1',
    issuer: 'none',
    serviceSecret: 'another-secret-that-nobody-else-knows-of',
    name: 'leads',
  });
  auth.owners.set('cw_ada', ADA);
  const keys = openPartnerKeys(auth.url, stranger, () => now);
  await expect(keys.ownerOf('cw_ada')).rejects.toMatchObject({ kind: 'unavailable' });
});
