import { expect, test } from 'vitest';
import { creditText } from './credit-text.ts';

const credit = { state: 'credited', amountCents: 1_500, reason: null } as const;

test('a credit shows its amount or why there is none', () => {
  expect(creditText(credit)).toBe('Credited $15.00');
  expect(creditText({ ...credit, state: 'pending' })).toBe('Crediting…');
  expect(creditText({ state: 'nothing', amountCents: 0, reason: 'trial' })).toBe(
    'Nothing to credit: the ZIP code is on trial',
  );
});
