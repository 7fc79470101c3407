import { expect, test } from 'vitest';
import { formatInstant } from '../../../lib/dates.ts';
import { cardFacts } from './card-text.ts';

const at = '2026-03-11T12:00:00Z';
const card = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040 };
const nextCharge = { at, cents: 3_000, isRetry: false };

test('a card, its next charge and a credit are named', () => {
  expect(cardFacts({ card, nextCharge, creditCents: 1_500 }, false)).toEqual({
    Card: 'VISA ending in 4242, expires 12/2040',
    'Next charge': `$30.00 on ${formatInstant(at)}`,
    Credit: '$15.00 for the next invoices',
  });
  expect(cardFacts({ card: null, nextCharge: null, creditCents: 0 }, false)).toEqual({
    Card: 'None',
    'Next charge': 'None scheduled',
    Credit: '',
  });
  const retried = { at, cents: null, isRetry: true };
  expect(cardFacts({ card, nextCharge: retried, creditCents: 0 }, false)['Next charge']).toBe(
    `An unknown amount on ${formatInstant(at)}, for a charge that failed`,
  );
});

test('a provider without a reply is not a missing card', () => {
  expect(cardFacts(null, false).Card).toBe('The payment provider did not answer');
  expect(cardFacts(undefined, true).Card).toBe('The payment provider did not answer');
  expect(cardFacts(undefined, false).Card).toBe('Loading…');
});
