import { describe, expect, it } from 'vitest';
import { trialDaysLeft } from './trial.ts';

const now = new Date('2026-11-21T12:00:00Z');
const standing = (trialExpiresAt: string | null, hasActivePayment = false) => ({
  trialExpiresAt,
  hasActivePayment,
});

describe('trial days left', () => {
  it('rounds a begun day up', () => {
    expect(trialDaysLeft(standing('2026-11-23T13:00:00Z'), now)).toBe(3);
  });

  it('is zero once the trial ended', () => {
    expect(trialDaysLeft(standing('2026-11-21T11:59:59Z'), now)).toBe(0);
  });

  it('is zero without a trial', () => {
    expect(trialDaysLeft(standing(null), now)).toBe(0);
    expect(trialDaysLeft(undefined, now)).toBe(0);
  });

  it('is zero with a payment method on file', () => {
    expect(trialDaysLeft(standing('2026-12-01T00:00:00Z', true), now)).toBe(0);
  });
});
