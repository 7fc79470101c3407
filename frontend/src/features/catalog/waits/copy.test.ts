import { expect, test } from 'vitest';
import { placeText } from './copy.ts';

test('a wait for a ZIP that left the sale says so, with the place that is kept', () => {
  expect(placeText({ place: 1, isOnSale: true })).toBe('First in line');
  expect(placeText({ place: 2, isOnSale: false })).toBe(
    'Not for sale now, so no offer is open. You stay number 2 in line',
  );
});
