import { expect, test } from 'vitest';
import { fresh, nora, now } from '../../test/nora.ts';
import { admit } from './sign-in.ts';

test.each([
  ['an unknown user', undefined, true, 'invalid_credentials'],
  ['a wrong password', nora, false, 'invalid_credentials'],
  ['an unconfirmed user with a wrong password', fresh, false, 'invalid_credentials'],
  ['an unconfirmed user', fresh, true, 'email_not_confirmed'],
  ['a suspended user', { ...nora, status: 'suspended' as const }, true, 'user_banned'],
  ['a banned user', { ...nora, bannedUntil: new Date(now.getTime() + 1) }, true, 'user_banned'],
])('%s is not admitted', (_who, user, matches, refusal) => {
  expect(admit(user, matches, now)).toEqual({ refusal });
});

test('an active user with their password is admitted', () => {
  expect(admit(nora, true, now)).toEqual({ user: nora });
});
