import { describe, expect, test } from 'vitest';
import { seededRandom } from './seeded-random.ts';

const draws = (seed: number) => {
  const random = seededRandom(seed);
  return Array.from({ length: 1_000 }, () => random.between(1, 6));
};

describe('seeded random numbers', () => {
  test('are the same for the same seed', () => {
    expect(draws(7)).toEqual(draws(7));
    expect(draws(7)).not.toEqual(draws(8));
  });

  test('reach every number and no other', () => {
    expect([...new Set(draws(1))].toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
