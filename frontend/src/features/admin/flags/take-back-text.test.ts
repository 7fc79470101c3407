import { expect, test } from 'vitest';
import { confirmedTexts, takeBackTexts } from './take-back-text.ts';

const flag = {
  id: '1',
  status: 'resolved',
  note: 'n',
  createdAt: '2026-03-18T19:00:00.000Z',
  agent: { fullName: 'Agent 1 Example', email: '', phone: '(206) 555-0101' },
  user: { firstName: 'Ada', lastName: 'Example', email: 'ada@example.com' },
  credit: { state: 'credited', amountCents: 1_500, reason: null },
} as const;
const confirmed = { kind: 'phone', takenBackAt: null, takenBackBy: '', isConfirmedElsewhere: false } as const;

const mail = 'The reporter gets an email that says so, unless they turned emails off.';

test('a question says how much stays with whom', () => {
  expect(takeBackTexts(flag, confirmed)).toEqual([
    'Lists show the phone (206) 555-0101 without the mark again within a second.',
    'The credit of $15.00 to Ada Example stays, because it may be on an invoice already.',
    mail,
  ]);
  const trial = { ...flag, credit: { state: 'nothing', amountCents: 0, reason: 'trial' } as const };
  expect(takeBackTexts(trial, { ...confirmed, isConfirmedElsewhere: true })).toEqual([
    'Lists still mark the phone (206) 555-0101: another flag confirms it as wrong, too.',
    mail,
  ]);
});

test('a confirmed contact is shown with its day', () => {
  const confirmedAt = '2026-03-18T19:00:00.000Z';
  expect(confirmedTexts(flag, { ...confirmed, confirmedAt })).toEqual([
    'Confirmed wrong on Mar 18, 2026: phone (206) 555-0101',
  ]);
  expect(confirmedTexts(flag, { ...confirmed, kind: 'email' })).toEqual(['Confirmed wrong: email']);
});

test('a contact taken back shows the day and admin', () => {
  const takenBack = {
    ...confirmed,
    takenBackAt: '2026-03-18T19:00:00.000Z',
    takenBackBy: 'admin@example.com',
  };
  expect(confirmedTexts(flag, takenBack)).toEqual([
    'Taken back on Mar 18, 2026 by admin@example.com: phone (206) 555-0101',
  ]);
  expect(confirmedTexts(flag, { ...takenBack, takenBackBy: '', isConfirmedElsewhere: true })).toEqual([
    'Taken back on Mar 18, 2026: phone (206) 555-0101',
    'Still marked: another flag confirms it',
  ]);
});
