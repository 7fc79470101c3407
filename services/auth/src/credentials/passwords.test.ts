import { expect, test } from 'vitest';
import { checkPassword, hashPassword, weaknessOf } from './passwords.ts';

test('hashes are argon2id at the agreed cost', async () => {
  expect(await hashPassword('a-good-password')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('a full queue refuses, and works again later', async () => {
  const crowd = Array.from({ length: 210 }, () => hashPassword('a-good-password').catch(() => undefined));
  await expect(checkPassword(undefined, 'a-good-password')).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'too_busy',
  });
  await Promise.all(crowd);
  expect(await checkPassword(undefined, 'a-good-password')).toBe(undefined);
}, 30_000);

test('only the right password matches', async () => {
  const hash = await hashPassword('a-good-password');
  expect(await checkPassword(hash, 'a-good-password')).toEqual({ hash });
  expect(await checkPassword(hash, 'another')).toBe(undefined);
});

test('no password matches without a hash', async () => {
  expect(await checkPassword(undefined, 'a-good-password')).toBe(undefined);
  expect(await checkPassword(null, '')).toBe(undefined);
});

const rules = { passwordMinLength: 6, refuseBreached: true };

test('a short password is weak', () => {
  expect(weaknessOf('qX7!z', rules)).toMatchObject({ reasons: ['length'] });
  expect(weaknessOf('qX7!z$', rules)).toBeUndefined();
});

test('a breached password is weak in any case', () => {
  for (const password of ['password', 'PassWord', 'iloveyou']) {
    expect(weaknessOf(password, rules), password).toMatchObject({ reasons: ['pwned'] });
  }
  expect(weaknessOf('12345', rules)).toMatchObject({ reasons: ['length', 'pwned'] });
});

test('breached passwords pass by default', () => {
  expect(weaknessOf('password', { ...rules, refuseBreached: false })).toBeUndefined();
});
