import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('hashes are argon2id at the agreed cost', async () => {
  expect(await hashPassword('a-good-password')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('only the right password fits', async () => {
  const hash = await hashPassword('a-good-password');
  expect(await verifyPassword(hash, 'a-good-password')).toBe(true);
  expect(await verifyPassword(hash, 'another')).toBe(false);
});

test('nobody fits where there is no hash', async () => {
  expect(await verifyPassword(undefined, 'a-good-password')).toBe(false);
  expect(await verifyPassword(null, '')).toBe(false);
});

test('more than can wait are refused at once', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 210 }, () => verifyPassword(undefined, 'a-good-password')),
  );
  const refused = outcomes.filter(outcome => outcome.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.reason).toMatchObject({ kind: 'unavailable', code: 'too_busy' });
}, 30_000);
