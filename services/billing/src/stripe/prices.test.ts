import { describe, expect, test } from 'vitest';
import { addDays } from '../accounts/rules.ts';
import { decideCharge, decideConversion, prorationStart } from './prices.ts';

const now = new Date('2026-03-01T12:00:00Z');
const running = { hasActivePayment: false, stripeSubscriptionId: null, trialExpiresAt: addDays(now, 5) };
const over = { ...running, trialExpiresAt: addDays(now, -1) };

describe('decideCharge', () => {
  test('a running trial is free', () => {
    expect(decideCharge(running, now)).toEqual({ kind: 'trial' });
  });

  test('a trial that is over leads to checkout', () => {
    expect(decideCharge(over, now)).toEqual({ kind: 'checkout', trialEnd: null, mode: 'subscription' });
  });

  test('a live subscription is raised', () => {
    const paying = { ...over, hasActivePayment: true, stripeSubscriptionId: 'sub_1' };
    expect(decideCharge(paying, now)).toEqual({ kind: 'raise', stripeSubscriptionId: 'sub_1' });
  });

  test('a card on file starts a subscription', () => {
    expect(decideCharge({ ...over, hasActivePayment: true }, now)).toEqual({
      kind: 'subscribe',
      trialEnd: null,
    });
  });

  test('a card on file keeps the rest of the trial', () => {
    const early = { ...running, hasActivePayment: true };
    expect(decideCharge(early, now)).toEqual({ kind: 'subscribe', trialEnd: running.trialExpiresAt });
  });
});

describe('decideConversion', () => {
  test('a long rest of the trial stays free', () => {
    const trialEnd = running.trialExpiresAt;
    expect(decideConversion(running, now)).toEqual({ kind: 'checkout', trialEnd, mode: 'subscription' });
  });

  test('a rest under two days stays free too', () => {
    const trialEnd = addDays(now, 2);
    const ending = { ...running, trialExpiresAt: trialEnd };
    expect(decideConversion(ending, now)).toEqual({ kind: 'checkout', trialEnd, mode: 'setup' });
  });

  test('a trial that is over is charged at once', () => {
    expect(decideConversion(over, now)).toEqual({ kind: 'checkout', trialEnd: null, mode: 'subscription' });
  });

  test('a card on file needs no checkout', () => {
    expect(decideConversion({ ...over, hasActivePayment: true }, now)).toEqual({
      kind: 'subscribe',
      trialEnd: null,
    });
  });
});

describe('prorationStart', () => {
  test('is the beginning of the day', () => {
    expect(prorationStart(addDays(now, -3), now)).toEqual(new Date('2026-03-01T00:00:00Z'));
  });

  test('is never before the period', () => {
    const periodStart = new Date('2026-03-01T09:00:00Z');
    expect(prorationStart(periodStart, now)).toEqual(periodStart);
  });
});
