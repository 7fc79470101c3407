import { expect, test } from 'vitest';
import { admit } from '../flows/admit.ts';
import { activate, newAccount, registrationOf } from '../flows/registration.ts';
import { changeDetails, changeProfile, changeStatus, confirmNewEmail } from './change.ts';
import type { ActiveAccount } from './user.ts';

const now = new Date('2026-11-21T12:00:00Z');
const form = {
  firstName: 'Nora',
  lastName: 'Newcomer',
  phone: '555-0123',
  industry: 'Mortgages' as const,
  companyName: 'Newcomer Lending',
  teamSize: 'Just me (1)' as const,
  passwordHash: 'hash',
};
const fresh = newAccount('01936b3c-0000-7000-8000-000000000009', 'nora@example.com', form, now);
const nora: ActiveAccount = activate(fresh, form, now);
const { industry: _industry, passwordHash: _passwordHash, ...profile } = form;

test('a sign-up is new, waiting or taken', () => {
  expect([undefined, fresh, nora].map(registrationOf)).toEqual(['new', 'waiting', 'taken']);
});

test('activation makes the first version', () => {
  expect(nora).toMatchObject({ version: 1, emailConfirmedAt: now });
});

test('a link activates with the form that belongs to it', () => {
  expect(activate(fresh, { ...form, passwordHash: 'hers' }, now).passwordHash).toBe('hers');
});

test('a new address in a profile only waits', () => {
  const { account } = changeProfile(nora, { ...profile, email: 'New@Example.com' });
  expect(account).toMatchObject({ email: 'nora@example.com', newEmail: 'new@example.com', version: 2 });
  expect(confirmNewEmail(account, 'new@example.com').account).toMatchObject({
    email: 'new@example.com',
    newEmail: null,
    version: 3,
  });
});

test('absent details stay as they are', () => {
  const { account } = changeDetails(nora, { firstName: undefined, companyName: 'Renamed' });
  expect(account).toMatchObject({ firstName: 'Nora', companyName: 'Renamed' });
});

test('the event tells what became of the status', () => {
  const { account: suspended, event } = changeStatus(nora, { status: 'suspended' });
  expect(event).toBe('suspended');
  expect(changeStatus(suspended, { status: 'active' }).event).toBe('reinstated');
  expect(changeStatus(suspended, { isAdmin: true })).toMatchObject({
    event: 'updated',
    account: { status: 'suspended', isAdmin: true },
  });
});

test.each([
  ['an unknown person', undefined, true, 'invalid_credentials'],
  ['a wrong password', nora, false, 'invalid_credentials'],
  ['an unconfirmed person with a wrong password', fresh, false, 'invalid_credentials'],
  ['an unconfirmed person', fresh, true, 'email_not_confirmed'],
  ['a suspended person', { ...nora, status: 'suspended' as const }, true, 'user_banned'],
])('%s is not admitted', (_who, account, matches, code) => {
  expect(() => admit(account, matches)).toThrow(expect.objectContaining({ code }));
});

test('an active person with her password is admitted', () => {
  expect(admit(nora, true)).toBe(nora);
});
