import { expect, test } from 'vitest';
import {
  readAccessToken,
  type TokenSession,
  type TokenUser,
  toAccessClaims,
  toAccessUser,
} from './access-token.ts';

const id = '0198f0c0-0000-7000-8000-000000000001';
const user: TokenUser = {
  id,
  email: 'ada@example.com',
  role: 'authenticated',
  isAnonymous: false,
  isAdmin: true,
  industry: 'Mortgages',
  emailConfirmedAt: new Date('2026-01-01T00:00:00Z'),
  status: 'active',
  appMetadata: { provider: 'email', is_admin: false, industry: 'Legal' },
  userMetadata: { first_name: 'Ada' },
};
const session: TokenSession = { id: 's', aal: 'aal1', amr: [], awaitsSecondFactor: false };

/** Reads claims after a pass through JSON, which leaves out undefined members. */
const read = (claims: object) => readAccessToken.safeParse(JSON.parse(JSON.stringify(claims)));

test("a user's claims are read as written", () => {
  const { data } = read(toAccessClaims(user, session));
  expect(data && toAccessUser(data)).toEqual({
    id,
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: '',
    industry: 'Mortgages',
    isAdmin: true,
    sessionId: 's',
    aal: 'aal1',
    activatedAt: user.emailConfirmedAt,
    status: 'active',
  });
});

test('claims for clients may have any form', () => {
  const claims = { ...toAccessClaims(user, session), amr: ['pwd'], phone: null };
  expect(read(claims).success).toBe(true);
});

test('a token without a confirmed address is refused', () => {
  expect(read(toAccessClaims({ ...user, emailConfirmedAt: null }, session)).success).toBe(false);
});

test.each([
  ['a session that has seen the password only', { awaitsSecondFactor: true }, true],
  ['any other session', {}, false],
])('the second factor is awaited of %s', (_, of, awaited) => {
  const { data } = read(toAccessClaims(user, { ...session, ...of }));
  expect(data?.app_metadata.awaits_second_factor).toBe(awaited);
});
