import { describe, expect, it } from 'vitest';
import { type AccountFacts, accountState, closedBecause } from './account-state.ts';

const now = new Date('2026-11-21T12:00:00Z');
const over = '2026-11-01T00:00:00Z';

const facts = (changed: Partial<AccountFacts>): AccountFacts => ({
  trialExpiresAt: null,
  hasActivePayment: false,
  paymentState: 'none',
  nextPaymentAttemptAt: null,
  endsAt: null,
  releaseAt: null,
  unpaidZipCount: 1,
  grantedZipCount: 0,
  ...changed,
});
const stateOf = (changed: Partial<AccountFacts>) => accountState(facts(changed), now);

describe('the account card', () => {
  it('shows an active trial with rounded days', () => {
    expect(stateOf({ trialExpiresAt: '2026-11-25T11:00:00Z' })).toEqual({
      kind: 'active',
      daysLeft: 4,
      hasPayment: false,
    });
  });

  it('warns when three days or fewer remain', () => {
    expect(stateOf({ trialExpiresAt: '2026-11-24T12:00:00Z' }).kind).toBe('expiring');
    expect(stateOf({ trialExpiresAt: '2026-11-24T12:00:01Z' }).kind).toBe('active');
  });

  it('asks for action when the trial expired unpaid', () => {
    const releaseAt = '2026-12-05T12:00:00.000Z';
    expect(stateOf({ trialExpiresAt: '2026-11-21T12:00:00Z', releaseAt })).toEqual({
      kind: 'expired',
      releaseAt,
    });
  });

  it('asks for setup without trial and payment', () => {
    expect(stateOf({})).toEqual({ kind: 'setup' });
  });

  it('hides with a payment and no running trial', () => {
    expect(stateOf({ hasActivePayment: true, paymentState: 'active' })).toEqual({ kind: 'hidden' });
    expect(stateOf({ trialExpiresAt: over, hasActivePayment: true, paymentState: 'active' })).toEqual({
      kind: 'hidden',
    });
  });

  it('keeps showing a running trial beside a payment', () => {
    expect(stateOf({ trialExpiresAt: '2026-12-01T00:00:00Z', hasActivePayment: true }).kind).toBe('active');
  });

  it.each(['2026-12-01T00:00:00Z', over])('names the day a subscription is set to end', trialExpiresAt => {
    const endsAt = '2026-12-05T12:00:00.000Z';
    const paying = { hasActivePayment: true, paymentState: 'active', endsAt } as const;
    expect(stateOf({ ...paying, trialExpiresAt })).toEqual({ kind: 'ending', endsAt });
  });

  it('names the next try while past due', () => {
    const nextPaymentAttemptAt = '2026-11-24T12:00:00.000Z';
    const pastDue = { paymentState: 'past_due', hasActivePayment: true, nextPaymentAttemptAt } as const;
    expect(stateOf({ ...pastDue, trialExpiresAt: over })).toEqual({
      kind: 'past-due',
      nextAttemptAt: nextPaymentAttemptAt,
    });
  });

  it('distinguishes an ended subscription from an expired trial', () => {
    expect(stateOf({ trialExpiresAt: over, paymentState: 'ended' }).kind).toBe('ended');
    expect(stateOf({ trialExpiresAt: over, paymentState: 'none' }).kind).toBe('expired');
  });

  it('hides when every ZIP was granted', () => {
    const granted = { trialExpiresAt: over, unpaidZipCount: 0, grantedZipCount: 2 };
    expect(stateOf(granted)).toEqual({ kind: 'hidden' });
    expect(stateOf({ ...granted, unpaidZipCount: 1 }).kind).toBe('expired');
  });
});

describe('lists are closed', () => {
  it('only for an expired unpaid trial or an ended subscription', () => {
    const because = (changed: Partial<AccountFacts>) => closedBecause(facts(changed), now);
    expect(because({ trialExpiresAt: over })).toBe('expired');
    expect(because({ trialExpiresAt: over, paymentState: 'ended' })).toBe('ended');
    expect(because({ trialExpiresAt: over, hasActivePayment: true, paymentState: 'active' })).toBeNull();
    expect(because({ trialExpiresAt: over, hasActivePayment: true, paymentState: 'past_due' })).toBeNull();
    expect(because({})).toBeNull();
  });
});
