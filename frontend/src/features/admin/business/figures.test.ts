import { expect, test } from 'vitest';
import { figuresOf, shareOf } from './figures.ts';

const counts = {
  'paid-zips': 3,
  payers: 2,
  'trials-ended': 8,
  'trials-paid': 2,
  'trials-unpaid': 6,
  'churn-base': 4,
  churned: 1,
  zips: 1_200,
};

const sold = [
  { state: 'WA' as const, industry: 'Mortgages', zips: 1_000, paid: 2, granted: 4 },
  { state: 'CA' as const, industry: 'Insurance', zips: 200, paid: 1, granted: 0 },
];

test('each figure has its value, its meaning and its rows', () => {
  const figures = figuresOf({ testMode: false, mrrCents: 4_500, counts, sold });
  expect(figures.map(({ term, value, rows }) => [term, value, rows])).toEqual([
    ['Monthly recurring revenue', '$45.00', 'paid-zips'],
    ['Payers', '2', 'payers'],
    ['Trial rate', '25%', 'trials-paid'],
    ['Trials without a payment', '6', 'trials-unpaid'],
    ['Churn', '25%', 'churned'],
    ['ZIP codes held', '1,200', 'zips'],
  ]);
  expect(figures[5]?.meaning).toBe(
    'ZIP codes that users have now: 3 paid, 1,193 on trial or not paid yet, 4 assigned for free.',
  );
  expect(figures[4]?.meaning).toBe('Paid ZIP codes of 30 days ago that ended since: 1 of 4.');
});

test('a share of nothing is not zero', () => {
  expect(shareOf(0, 0)).toBe('–');
  expect(shareOf(0, 3)).toBe('0%');
});
