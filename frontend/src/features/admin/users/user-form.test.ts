import { userDetails } from '@closingwire/contracts/auth';
import { adminIndustries, signupIndustries } from '@closingwire/contracts/reference';
import type { User } from '@closingwire/contracts/screen-api';
import { expect, test } from 'vitest';
import { changesOf, choicesWith, daysOf, formOf, industryGroups } from './user-form.ts';

const nora = {
  firstName: 'Nora',
  lastName: 'Newcomer',
  email: 'nora@example.com',
  phone: '555-0123',
  industry: 'Mortgages',
  companyName: 'Newcomer Lending',
  teamSize: '',
  emailNotifications: true,
} as User;

test('an untouched form changes nothing', () => {
  expect(changesOf(nora, formOf(nora))).toEqual({});
});

test('only touched fields are sent', () => {
  const form = { ...formOf(nora), industry: 'Insurance', emailNotifications: false, trialDays: 0 };
  expect(changesOf(nora, form)).toEqual({ industry: 'Insurance', emailNotifications: false, trialDays: 0 });
});

test('a field can be emptied', () => {
  expect(changesOf(nora, { ...formOf(nora), phone: '' })).toEqual({ phone: '' });
});

test('the present choice stays among the fixed ones', () => {
  expect(choicesWith(['Legal', 'Other'], 'Mortgages')).toEqual(['Mortgages', 'Legal', 'Other']);
  expect(choicesWith(['Legal', 'Other'], 'Legal')).toEqual(['Legal', 'Other']);
  expect(choicesWith(['Legal', 'Other'], '')).toEqual(['Legal', 'Other']);
});

test('every industry is offered once, the labels whole', () => {
  const offered = industryGroups.flatMap(({ industries }) => industries);
  expect(offered).toEqual([...new Set(offered)]);
  expect(new Set(offered)).toEqual(new Set([...adminIndustries, ...signupIndustries]));
  expect(industryGroups[0]).toEqual({ label: 'Admin labels', industries: adminIndustries });
});

test.each([
  ['', undefined, undefined],
  ['0', 0, undefined],
  ['365', 365, undefined],
  ['366', 366, 'Credit between 0 and 365 trial days'],
  ['-1', -1, 'Credit between 0 and 365 trial days'],
  ['1.5', 1.5, 'Trial days are a whole number'],
  ['ten', Number.NaN, 'Trial days are a whole number'],
])('a credit of %j days is read and checked', (text, days, message) => {
  row('validation/credit-days');
  expect(daysOf(text)).toBe(days);
  const { error } = userDetails.safeParse({ trialDays: daysOf(text) });
  expect(error?.issues[0]?.message).toBe(message);
});
