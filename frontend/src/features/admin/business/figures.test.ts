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
  'granted-zips': 4,
  'unpaid-zips': 1_193,
};

test('each figure has its value, its meaning and its rows', () => {
  const figures = figuresOf({ mrrCents: 4_500, counts });
  expect(figures.map(({ term, value, rows }) => [term, value, rows])).toEqual([
    ['Monthly recurring revenue', '$45.00', 'paid-zips'],
    ['Payers', '2', 'payers'],
    ['Trial rate', '25%', 'trials-paid'],
    ['Trials without a payment', '6', 'trials-unpaid'],
    ['Churn', '25%', 'churned'],
    ['ZIP codes held', '1,200', 'zips'],
  ]);
});

test('each count in a meaning leads to its rows', () => {
  const figures = figuresOf({ mrrCents: 4_500, counts });
  const countsOf = (index: number) =>
    figures[index]?.meaning.flatMap(part => (typeof part === 'string' ? [] : [[part.count, part.rows]]));
  expect(countsOf(2)).toEqual([
    [2, 'trials-paid'],
    [8, 'trials-ended'],
  ]);
  expect(countsOf(4)).toEqual([
    [1, 'churned'],
    [4, 'churn-base'],
  ]);
  expect(countsOf(5)).toEqual([
    [3, 'paid-zips'],
    [1_193, 'unpaid-zips'],
    [4, 'granted-zips'],
  ]);
  expect(figures[4]?.meaning[0]).toBe('Paid ZIP codes of 30 days ago that ended since: ');
});

test('a share of nothing is not zero', () => {
  expect(shareOf(0, 0)).toBe('–');
  expect(shareOf(0, 3)).toBe('0%');
});
