import { expect, test } from 'vitest';
import { confirmLabel, confirmTexts, confirmTitle, creditText } from './credit-text.ts';

const credit = { state: 'credited', amountCents: 1_500, reason: null } as const;

test('a credit shows its amount or why there is none', () => {
  expect(creditText(credit)).toBe('Credited $15.00');
  expect(creditText({ ...credit, state: 'pending' })).toBe('Crediting…');
  expect(creditText({ state: 'nothing', amountCents: 0, reason: 'trial' })).toBe(
    'Nothing to credit: the ZIP code is on trial',
  );
});

test('a second confirmation promises no second credit', () => {
  expect(confirmLabel('phone', {})).toBe('Confirm wrong phone and credit');
  expect(confirmLabel(undefined, { credit: null, noCredit: null })).toBe('Confirm and credit');
  expect(confirmLabel('email', { credit })).toBe('Confirm wrong email');
  expect(confirmLabel('email', { noCredit: 'trial' })).toBe('Confirm wrong email');
  expect(confirmLabel(undefined, { noCredit: 'granted' })).toBe('Confirm');
});

test('the question names the mark, the most that is credited, and to whom', () => {
  const flag = {
    agent: { fullName: 'Carl Example', email: 'carl@example.com', phone: '(206) 555-0142' },
    user: { firstName: 'Ada', lastName: 'Example', email: 'ada@example.com' },
  };
  expect(confirmTitle('phone')).toBe('Is this phone wrong?');
  expect(confirmTexts(flag, 'phone', 1_500)).toEqual([
    'All customers see the phone (206) 555-0142 marked as wrong, on every agent who has it.',
    'Ada Example gets a credit of up to $15.00: the part of this month of the ZIP code that was paid and is not credited yet. If another flag has brought the credit for this month, there is no second one. The credit cannot be taken back.',
  ]);
  const nameless = { ...flag, user: { firstName: '', lastName: '', email: 'ada@example.com' } };
  expect(confirmTexts(nameless, undefined, 1_500)).toEqual([
    expect.stringMatching(/^ada@example.com gets a credit of up to \$15\.00:/),
  ]);
  expect(confirmTexts({ ...flag, credit }, 'email', 1_500)).toEqual([
    'All customers see the email carl@example.com marked as wrong, on every agent who has it.',
    'This flag gives no second credit.',
  ]);
  expect(confirmTexts({ ...flag, noCredit: 'trial' }, undefined, 1_500)).toEqual([
    'Ada Example gets no credit: the ZIP code is on trial.',
  ]);
});
