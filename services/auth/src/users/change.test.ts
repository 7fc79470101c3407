import { expect, test } from 'vitest';
import { admit } from '../flows/sign-in.ts';
import { changeDetails, changeProfile, changeStatus } from './change.ts';
import type { ActiveUser, User } from './user.ts';

const now = new Date('2026-11-21T12:00:00Z');
const fresh: User = {
  id: '01936b3c-0000-7000-8000-000000000009',
  version: 0,
  aud: 'authenticated',
  role: 'authenticated',
  email: 'nora@example.com',
  emailConfirmedAt: null,
  phone: null,
  phoneConfirmedAt: null,
  confirmedAt: null,
  passwordHash: 'hash',
  invitedAt: null,
  confirmationSentAt: null,
  recoverySentAt: null,
  newEmail: null,
  emailChangeSentAt: null,
  emailChangeProven: null,
  reauthenticationSentAt: null,
  lastSignInAt: null,
  bannedUntil: null,
  isAnonymous: false,
  appMetadata: {},
  userMetadata: {},
  firstName: 'Nora',
  lastName: 'Newcomer',
  contactPhone: '555-0123',
  profileImageUrl: null,
  companyName: 'Newcomer Lending',
  industry: 'Mortgages',
  teamSize: 'Just me (1)',
  status: 'active',
  isAdmin: false,
  emailNotifications: true,
  createdAt: now,
  updatedAt: now,
  deletedAt: null,
  trialDays: null,
  trialExpiresAt: null,
  hasActivePayment: false,
  stripeCustomerId: null,
  identities: [],
  factors: [],
};
const nora: ActiveUser = { ...fresh, version: 1, emailConfirmedAt: now };
const profile = {
  firstName: 'Nora',
  lastName: 'Newcomer',
  phone: '555-0199',
  companyName: 'Newcomer Lending',
  teamSize: 'Just me (1)' as const,
};

test('a profile changes no address', () => {
  const { fields } = changeProfile(profile);
  expect(fields).toMatchObject({ contactPhone: '555-0199', firstName: 'Nora' });
  expect(Object.keys(fields)).not.toContain('email');
});

test('absent details stay as they are', () => {
  const { fields } = changeDetails({ firstName: undefined, companyName: 'Renamed' });
  expect(fields).toEqual({ companyName: 'Renamed' });
});

test('the event says what became of the status', () => {
  const { fields, event } = changeStatus(nora, { status: 'suspended' });
  expect([fields.status, event]).toEqual(['suspended', 'suspended']);
  const suspended = { ...nora, status: 'suspended' as const };
  expect(changeStatus(suspended, { status: 'active' }).event).toBe('reinstated');
  expect(changeStatus(suspended, { isAdmin: true })).toEqual({ event: 'updated', fields: { isAdmin: true } });
});

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
