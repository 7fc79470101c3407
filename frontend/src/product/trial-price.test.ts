import { describe, expect, it } from 'vitest';
import { quotedFreeDays, standingFreeDays } from './trial-price.ts';

const now = new Date('2026-11-25T12:00:00Z');
const trial = { freeDays: 14, dueTodayCents: 0, firstChargeAt: null };

describe('a quote', () => {
  it('is free on trial without a card', () => {
    expect(quotedFreeDays(trial, now)).toBe(14);
  });

  it('is free when the card is charged at the end of the trial', () => {
    expect(quotedFreeDays({ ...trial, firstChargeAt: '2026-12-09T11:00:00Z' }, now)).toBe(14);
  });

  it('is not free when a paid period charges the card', () => {
    expect(quotedFreeDays({ ...trial, firstChargeAt: '2026-12-25T11:00:00Z' }, now)).toBe(0);
    expect(quotedFreeDays({ ...trial, firstChargeAt: '2026-11-27T11:00:00Z' }, now)).toBe(0);
  });

  it('is not free when something is due today', () => {
    expect(quotedFreeDays({ ...trial, dueTodayCents: 700, firstChargeAt: '2026-12-09T11:00:00Z' }, now)).toBe(
      0,
    );
  });

  it('is not free after the trial', () => {
    expect(quotedFreeDays({ freeDays: 0, dueTodayCents: 0, firstChargeAt: null }, now)).toBe(0);
    expect(
      quotedFreeDays({ freeDays: 0, dueTodayCents: 0, firstChargeAt: '2026-11-26T00:00:00Z' }, now),
    ).toBe(0);
  });
});

describe('an account', () => {
  it('has free days until its trial expires', () => {
    expect(standingFreeDays({ trialExpiresAt: '2026-11-28T12:00:01Z' }, now)).toBe(4);
    expect(standingFreeDays({ trialExpiresAt: '2026-11-20T12:00:00Z' }, now)).toBe(0);
    expect(standingFreeDays({ trialExpiresAt: null }, now)).toBe(0);
  });

  it('has no free days while its subscription is charged', () => {
    expect(standingFreeDays({ trialExpiresAt: '2026-11-28T12:00:00Z', paymentState: 'active' }, now)).toBe(0);
  });
});
