import { expect, test } from 'vitest';
import { mergeMetadata, profileIn, providerMetadata, shownMetadata } from './metadata.ts';

const profile = { firstName: 'Ada', lastName: '', companyName: '', teamSize: '' };

test('a null removes a key and the rest stays', () => {
  expect(mergeMetadata({ a: 1, b: 2 }, { b: null, c: 3 })).toEqual({ a: 1, c: 3 });
});

test('only the four fields of the profile can be set', () => {
  expect(profileIn({ first_name: ' Bob ', team_size: null, is_admin: true, industry: 'Mortgages' })).toEqual({
    firstName: 'Bob',
    teamSize: '',
  });
  expect(profileIn({ first_name: 7 })).toEqual({});
});

test('the profile wins over what a client stored', () => {
  expect(shownMetadata({ first_name: 'Old', color: 'red' }, profile)).toEqual({
    first_name: 'Ada',
    color: 'red',
  });
});

test('the first provider is the main one', () => {
  expect(providerMetadata(['email', 'phone'])).toEqual({ provider: 'email', providers: ['email', 'phone'] });
  expect(providerMetadata([])).toEqual({});
});
