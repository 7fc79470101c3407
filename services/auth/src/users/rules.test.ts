import { expect, test } from 'vitest';
import { exampleUser } from '../../test/example-user.ts';
import {
  changeDetails,
  changeProfile,
  changeStatus,
  checkStatusChange,
  endsAdmin,
  mergeMetadata,
  profileIn,
  providerMetadata,
  shownMetadata,
} from './rules.ts';

const form = {
  firstName: 'Nora',
  lastName: 'Newcomer',
  phone: '555-0199',
  companyName: 'Newcomer Lending',
  teamSize: 'Just me (1)' as const,
};

test('a profile does not change the address', () => {
  const { fields } = changeProfile(form);
  expect(fields).toMatchObject({ contactPhone: '555-0199', firstName: 'Nora' });
  expect(Object.keys(fields)).not.toContain('email');
});

test('absent details stay', () => {
  const { fields } = changeDetails({ firstName: undefined, companyName: 'Renamed' });
  expect(fields).toEqual({ companyName: 'Renamed' });
});

test('the event matches the new status', () => {
  const { fields, event } = changeStatus(exampleUser, { status: 'suspended' });
  expect([fields.status, event]).toEqual(['suspended', 'suspended']);
  const suspended = { ...exampleUser, status: 'suspended' as const };
  expect(changeStatus(suspended, { status: 'active' }).event).toBe('reinstated');
  expect(changeStatus(suspended, { isAdmin: true })).toEqual({ event: 'updated', fields: { isAdmin: true } });
});

const code = (code: string) => expect.objectContaining({ code });
const suspended = { status: 'suspended' } as const;

test('an admin cannot suspend their own account', () => {
  const own = { actorId: 'ada', userId: 'ada', takesLastAdmin: false };
  expect(() => checkStatusChange({ ...own, change: suspended })).toThrow(code('own_suspension'));
  expect(() => checkStatusChange({ ...own, change: { isAdmin: false } })).not.toThrow();
});

test('the last admin keeps the role', () => {
  const change = { actorId: 'bea', userId: 'ada', change: suspended };
  expect(() => checkStatusChange({ ...change, takesLastAdmin: true })).toThrow(code('last_admin'));
  expect(() => checkStatusChange({ ...change, takesLastAdmin: false })).not.toThrow();
});

test.each([
  ['suspending', suspended, true],
  ['demoting', { isAdmin: false }, true],
  ['promoting', { isAdmin: true }, false],
  ['reinstating', { status: 'active' as const }, false],
  ['changing nothing', {}, false],
])('%s takes an admin only from admins', (_what, change, takes) => {
  expect(endsAdmin({ isAdmin: true }, change)).toBe(takes);
  expect(endsAdmin({ isAdmin: false }, change)).toBe(false);
});

const profile = { firstName: 'Ada', lastName: '', companyName: '', teamSize: '' };

test('a null removes its key', () => {
  expect(mergeMetadata({ a: 1, b: 2 }, { b: null, c: 3 })).toEqual({ a: 1, c: 3 });
});

test('metadata set only the four profile fields', () => {
  expect(profileIn({ first_name: ' Bob ', team_size: null, is_admin: true, industry: 'Mortgages' })).toEqual({
    firstName: 'Bob',
    teamSize: '',
  });
  expect(profileIn({ first_name: 7 })).toEqual({});
});

test('the profile overrides stored metadata', () => {
  expect(shownMetadata({ first_name: 'Old', color: 'red' }, profile)).toEqual({
    first_name: 'Ada',
    color: 'red',
  });
});

test('the first provider is the main one', () => {
  expect(providerMetadata(['email', 'phone'])).toEqual({ provider: 'email', providers: ['email', 'phone'] });
  expect(providerMetadata([])).toEqual({});
});
