import { describe, expect, it } from 'vitest';
import { accountState, isTrialOver } from './account-state.ts';

const now = new Date('2026-11-21T12:00:00Z');
const trial = (trialExpiresAt: string | null, hasActivePayment = false) => ({
  trialExpiresAt,
  hasActivePayment,
});

describe('the account card', () => {
  it('shows an active trial with rounded days', () => {
    expect(accountState(trial('2026-11-25T11:00:00Z'), now)).toEqual({
      kind: 'active',
      daysLeft: 4,
      hasPayment: false,
    });
  });

  it('warns when three days or fewer remain', () => {
    expect(accountState(trial('2026-11-24T12:00:00Z'), now).kind).toBe('expiring');
  });

  it('asks for action when the trial expired unpaid', () => {
    expect(accountState(trial('2026-11-21T12:00:00Z'), now)).toEqual({ kind: 'expired' });
  });

  it('asks for setup without trial and payment', () => {
    expect(accountState(trial(null), now)).toEqual({ kind: 'setup' });
  });

  it('hides with a payment and no running trial', () => {
    expect(accountState(trial(null, true), now)).toEqual({ kind: 'hidden' });
    expect(accountState(trial('2026-11-01T00:00:00Z', true), now)).toEqual({ kind: 'hidden' });
  });

  it('keeps showing a running trial beside a payment', () => {
    expect(accountState(trial('2026-12-01T00:00:00Z', true), now).kind).toBe('active');
  });
});

describe('trial over', () => {
  it('holds only for an expired unpaid trial', () => {
    expect(isTrialOver(trial('2026-11-01T00:00:00Z'), now)).toBe(true);
    expect(isTrialOver(trial('2026-11-01T00:00:00Z', true), now)).toBe(false);
    expect(isTrialOver(trial(null), now)).toBe(false);
  });
});
