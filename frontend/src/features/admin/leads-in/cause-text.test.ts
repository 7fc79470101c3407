import { expect, test } from 'vitest';
import { causeText } from './cause-text.ts';

test('a cause has its field, its expectation and the days', () => {
  const expected = 'Expected a price in USD';
  expect(causeText({ field: 'property.price', expected, days: 7 })).toBe(
    'Only property.price: Expected a price in USD. Only deliveries of the last 7 days.',
  );
  expect(causeText({ field: '', expected, days: null })).toBe('Only Expected a price in USD.');
  expect(causeText({ field: '', expected: null, days: 1 })).toBe('Only deliveries of the last day.');
});
