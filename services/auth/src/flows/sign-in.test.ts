import { expect, test } from 'vitest';
import { exampleUser, now, unconfirmedUser } from '../../test/example-user.ts';
import { admit } from './sign-in.ts';

test.each([
  ['an unknown user', undefined, true, 'invalid_credentials'],
  ['a wrong password', exampleUser, false, 'invalid_credentials'],
  ['an unconfirmed user with a wrong password', unconfirmedUser, false, 'invalid_credentials'],
  ['an unconfirmed user', unconfirmedUser, true, 'email_not_confirmed'],
  ['a suspended user', { ...exampleUser, status: 'suspended' as const }, true, 'user_banned'],
  ['a banned user', { ...exampleUser, bannedUntil: new Date(now.getTime() + 1) }, true, 'user_banned'],
])('%s is not admitted', (_who, user, matches, refusal) => {
  expect(admit(user, { passwordMatches: matches, hidesAccounts: false, now })).toEqual({ refusal });
});

test('where accounts are hidden, an unconfirmed user is refused like an unknown one', () => {
  const refused = admit(unconfirmedUser, { passwordMatches: true, hidesAccounts: true, now });
  expect(refused).toEqual({ refusal: 'invalid_credentials' });
});

test('an active user with their password is admitted', () => {
  expect(admit(exampleUser, { passwordMatches: true, hidesAccounts: true, now })).toEqual({
    user: exampleUser,
  });
});
