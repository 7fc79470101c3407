import { expect, test } from 'vitest';
import { weaknessOf } from './password-strength.ts';

const rules = { passwordMinLength: 6, refuseBreached: true };

test('a short password is weak for its length', () => {
  expect(weaknessOf('qX7!z', rules)).toMatchObject({ reasons: ['length'] });
  expect(weaknessOf('qX7!z$', rules)).toBeUndefined();
});

test('a breached password is weak whatever its capitals', () => {
  for (const password of ['password', 'PassWord', 'iloveyou']) {
    expect(weaknessOf(password, rules), password).toMatchObject({ reasons: ['pwned'] });
  }
  expect(weaknessOf('12345', rules)).toMatchObject({ reasons: ['length', 'pwned'] });
});

test('breached passwords pass unless the operator refuses them', () => {
  expect(weaknessOf('password', { ...rules, refuseBreached: false })).toBeUndefined();
});
