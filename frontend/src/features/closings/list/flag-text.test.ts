import { expect, test } from 'vitest';
import { flagOn, flagText } from './flag-text.ts';

const flag = {
  id: 'f1',
  closingId: 'c1',
  status: 'pending',
  note: 'wrong phone',
  createdAt: '2026-03-09T10:00:00Z',
  credit: null,
  confirmed: null,
} as const;
const credit = { amountCents: 1_500, reason: null } as const;

test.each<[string, Parameters<typeof flagText>[0], string]>([
  ['a new flag', flag, 'open'],
  ['a reviewed flag', { ...flag, status: 'reviewed' }, 'reviewed'],
  ['a resolved flag', { ...flag, status: 'resolved' }, 'closed'],
  [
    'a confirmed flag',
    { ...flag, status: 'resolved', confirmed: 'phone', credit: { ...credit, state: 'pending' } },
    'confirmed: wrong phone',
  ],
  [
    'a credited flag',
    { ...flag, status: 'resolved', confirmed: 'phone', credit: { ...credit, state: 'credited' } },
    'credited $15',
  ],
])('tells the outcome of %s', (_name, given, outcome) => {
  expect(flagText(given)).toBe(`You flagged this: wrong phone — ${outcome}`);
});

test('the newest flag on a lead counts', () => {
  const newer = { ...flag, id: 'f2' };
  expect(flagOn([newer, flag], 'c1')).toBe(newer);
  expect(flagOn([newer], 'c2')).toBeUndefined();
});
