import { expect, it } from 'vitest';
import { namedState } from './use-zip-filter.ts';

it.each([
  ['Austin, TX', 'TX'],
  ['austin,tx', 'TX'],
  ['Buffalo, New York', 'NY'],
  ['Washington, DC', 'DC'],
  ['washington, d.c.', 'DC'],
  ['Washington, District of Columbia', 'DC'],
  ['within 10 miles of Bend, Oregon', 'OR'],
])('%j names a state', (text, state) => expect(namedState(text)).toBe(state));

it.each(['Austin', 'Buffalo, New', 'Buffalo, Nowhere', 'TX', ', '])('%j names no state', text =>
  expect(namedState(text)).toBeUndefined(),
);
