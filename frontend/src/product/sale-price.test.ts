import { expect, it } from 'vitest';
import { formatSalePrice } from './sale-price.ts';

it('a sale price is whole dollars or not disclosed', () => {
  expect(formatSalePrice(221_900)).toBe('$221,900');
  expect(formatSalePrice(null)).toBe('Not disclosed');
});
