import { expect, test } from 'vitest';
import { zipKindText } from './zip-kind.ts';

test('a ZIP of a trial with a saved card is not paid yet', () => {
  expect(zipKindText('paid', 'trialing')).toBe('On trial, then paid');
  expect(zipKindText('paid', 'active')).toBe('Paid');
  expect(zipKindText('paid', 'past_due')).toBe('Paid');
  expect(zipKindText('trial', 'none')).toBe('On trial');
  expect(zipKindText('granted', 'trialing')).toBe('Assigned for free');
});
