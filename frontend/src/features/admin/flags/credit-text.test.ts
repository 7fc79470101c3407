import { expect, test } from 'vitest';
import { confirmLabel, creditText } from './credit-text.ts';

const credit = { state: 'credited', amountCents: 1_500, reason: null } as const;

test('a credit shows its amount or why there is none', () => {
  expect(creditText(credit)).toBe('Credited $15.00');
  expect(creditText({ ...credit, state: 'pending' })).toBe('Crediting…');
  expect(creditText({ state: 'nothing', amountCents: 0, reason: 'trial' })).toBe(
    'Nothing to credit: the ZIP code is on trial',
  );
});

test('a second confirmation promises no second credit', () => {
  expect(confirmLabel('phone', false)).toBe('Confirm wrong phone and credit');
  expect(confirmLabel(undefined, false)).toBe('Confirm and credit');
  expect(confirmLabel('email', true)).toBe('Confirm wrong email');
});
