import { describe, expect, test } from 'vitest';
import { mustBePaidFor, newStanding } from './standing.ts';

const activatedAt = new Date('2026-03-01T12:00:00Z');
const trial = newStanding(activatedAt, 14);
const at = (time: string) => () => mustBePaidFor(trial, ['90210', '98030'], new Date(time));

describe('a trial', () => {
  test('opens the lists while it runs', () => {
    expect(at('2026-03-15T11:59:59Z')).not.toThrow();
  });

  test('closes the lists by the clock alone', () => {
    expect(at('2026-03-15T12:00:00Z')).toThrow(expect.objectContaining({ kind: 'payment-required' }));
  });

  test('does not matter with a payment method', () => {
    const paying = { ...trial, hasActivePayment: true };
    expect(() => mustBePaidFor(paying, [], new Date('2027-01-01'))).not.toThrow();
  });

  test('says what continuing costs', () => {
    const over = { ...trial, monthlyAmountCents: 3_000 };
    const detail = { trialExpired: true, requiresPayment: true, zipCount: 2, monthlyAmount: 30 };
    expect(() => mustBePaidFor(over, ['90210', '98030'], new Date('2027-01-01'))).toThrow(
      expect.objectContaining({ detail }),
    );
  });
});
