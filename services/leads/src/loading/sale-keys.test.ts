import { expect, test } from 'vitest';
import { placeKey } from './sale-keys.ts';

const keyOf = (address1: string, address2: string | null = null) =>
  placeKey({ zip: '98030', address1, address2 });

test.each([
  ['12 North First Avenue', '12 N 1st Ave.'],
  ['12 Blue Ridge Crossing', '12 BLUE RDG XING'],
  ['12 Meadow Lake View Apartment 4', '12 Mdw Lk Vw #4'],
  ['12 Saint Mary Street', '12 St. Mary St'],
])('%s and %s are one place', (one, other) => {
  expect(keyOf(one)).toBe(keyOf(other));
});

test.each([
  ['12 Elm St', '12 Elm Ave'],
  ['12 Elm St', '12 N Elm St'],
  ['12 1st St', '12 2nd St'],
])('%s and %s are two', (one, other) => {
  expect(keyOf(one)).not.toBe(keyOf(other));
});

test('a street without a house number is no place', () => {
  expect(keyOf('Elm Street')).toBeUndefined();
});
