import { describe, expect, test } from 'vitest';
import { announcedRelease, releaseTime, warnedTrialEnd } from './hold.ts';
import { addDays } from './trial.ts';

const now = new Date('2026-03-20T12:00:00Z');
const terms = { holdAfterTrialDays: 14 };
const expired = { trialExpiresAt: addDays(now, -5), releaseAt: null, stripeSubscriptionId: null };

describe('releaseTime', () => {
  test('is two weeks after the end of an unpaid trial', () => {
    expect(releaseTime(expired, { unpaid: 1 }, terms, now)).toEqual(addDays(now, 9));
  });

  test('is the time that was announced', () => {
    const releaseAt = addDays(now, 20);
    expect(releaseTime({ ...expired, releaseAt }, { unpaid: 1 }, terms, now)).toEqual(releaseAt);
  });

  test.each([
    ['a trial that runs', { trialExpiresAt: addDays(now, 1) }, 1],
    ['a subscription', { stripeSubscriptionId: 'sub_1' }, 1],
    ['no unpaid ZIPs', {}, 0],
  ])('does not come with %s', (_, changes, unpaid) => {
    expect(releaseTime({ ...expired, ...changes }, { unpaid }, terms, now)).toBeNull();
  });
});

describe('the warning', () => {
  test('is due three days before the release', () => {
    expect(warnedTrialEnd(terms, now)).toEqual(addDays(now, -11));
  });

  test('gives three days when it comes late', () => {
    const late = { ...expired, trialExpiresAt: addDays(now, -40) };
    expect(announcedRelease(late, terms, now)).toEqual(addDays(now, 3));
    expect(announcedRelease(expired, terms, now)).toEqual(addDays(now, 9));
  });

  test('is no longer than the hold itself', () => {
    const short = { holdAfterTrialDays: 1 };
    expect(warnedTrialEnd(short, now)).toEqual(now);
    expect(announcedRelease(expired, short, now)).toEqual(addDays(now, 1));
  });
});
