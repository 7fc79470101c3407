import { expect, test } from 'vitest';
import { zipKind } from './zip-kind.ts';

const trialExpiresAt = '2026-03-15T00:00:00Z';
const before = new Date('2026-03-14T23:59:59Z');
const after = new Date(trialExpiresAt);

type Of = Parameters<typeof zipKind>;
const kindOf = (kind: Of[0]['kind'], paymentState: Of[1]['paymentState'], now = before) =>
  zipKind({ kind, cancelledAt: null }, { paymentState, trialExpiresAt }, now);

test('a ZIP of a trial with a saved card is not paid yet', () => {
  expect(kindOf('paid', 'trialing').text).toBe('On trial, then paid');
  expect(kindOf('paid', 'active', after).text).toBe('Paid');
  expect(kindOf('paid', 'past_due', after).text).toBe('Paid');
  expect(kindOf('trial', 'none')).toEqual({ text: 'On trial', tone: 'positive' });
  expect(kindOf('granted', 'trialing').text).toBe('Assigned for free');
});

test('a ZIP of an unpaid trial that is over is in danger', () => {
  expect(kindOf('trial', 'none', after)).toEqual({ text: 'Trial over, not paid', tone: 'danger' });
  expect(kindOf('granted', 'none', after).tone).toBe('positive');
});

test('a former ZIP has ended, however the user had it', () => {
  const ended = { kind: 'trial', cancelledAt: trialExpiresAt } as const;
  expect(zipKind(ended, { paymentState: 'none', trialExpiresAt }, after)).toEqual({
    text: 'Ended',
    tone: 'neutral',
  });
});
