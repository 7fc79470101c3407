import { expect, test } from 'vitest';
import { priceOf } from './price-of.ts';

test.each([
  ['25', 25],
  ['12.9', 12],
  [' 7 ', 7],
  ['', 0],
  ['free', 0],
  ['-5', 0],
  [undefined, 0],
])('a price of %j is %i dollars', (text, dollars) => {
  expect(priceOf(text)).toBe(dollars);
});
