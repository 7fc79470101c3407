import { describe, expect, test } from 'vitest';
import {
  addDays,
  dueReminder,
  type PaymentReading,
  type ProviderSubscription,
  paymentNews,
  paymentStanding,
  releaseTime,
  reminderDays,
  trialState,
  warnedRelease,
  warnedTrialEnd,
} from './rules.ts';

const end = new Date('2026-03-15T12:00:00Z');
const trial = { trialExpiresAt: end };
const before = (days: number) => addDays(end, -days);

describe('trialState', () => {
  test('a last hour counts as a day', () => {
    expect(trialState(trial, before(1 / 24))).toEqual({ kind: 'running', daysRemaining: 1 });
  });

  test('fourteen whole days remain at the start', () => {
    row('state/trial-active');
    expect(trialState(trial, before(14))).toEqual({ kind: 'running', daysRemaining: 14 });
  });

  test('a trial is over at its very end', () => {
    expect(trialState(trial, end)).toEqual({ kind: 'over' });
  });
});

describe('dueReminder', () => {
  test('nothing is due eight days ahead', () => {
    expect(dueReminder(trial, [], before(8))).toBeUndefined();
  });

  test.each([
    [7, 7],
    [5, 7],
    [3, 3],
    [1, 1],
    [0, 0],
    [-30, 0],
  ])('%i days before the end, the %i-day reminder is due', (days, due) => {
    expect(dueReminder(trial, [], before(days))).toBe(due);
  });

  test.each(reminderDays)('the %i-day reminder is due from its moment on, and once', days => {
    row('constant/reminder-days');
    const earlier = reminderDays.filter(each => each > days);
    const moment = before(days);
    expect(dueReminder(trial, earlier, new Date(moment.getTime() - 1))).toBeUndefined();
    expect(dueReminder(trial, earlier, moment)).toBe(days);
    expect(dueReminder(trial, [...earlier, days], moment)).toBeUndefined();
  });

  /** The reminders that a clock gives which looks at these days before the end. */
  function givenAt(moments: readonly number[]): number[] {
    const given: number[] = [];
    for (const moment of moments) {
      const due = dueReminder(trial, given, before(moment));
      if (due !== undefined) given.push(due);
    }
    return given;
  }

  test('a clock that looks each hour gives each reminder once', () => {
    row('constant/reminder-days');
    const hours = Array.from({ length: 24 * 20 }, (_, hour) => 14 - hour / 24);
    expect(givenAt(hours)).toEqual([7, 3, 1, 0]);
  });

  test.each([
    ['an hour late for each', [6.96, 2.96, 0.96, -0.04], [7, 3, 1, 0]],
    ['from before the first to after the second', [8, 2, 1.5, 0.9, -1], [3, 1, 0]],
    ['until the last day', [0.5, 0.4], [1]],
    ['until long after the end', [10, -40, -41], [0]],
  ])('a clock that stood still %s makes up for nothing', (_, moments, given) => {
    row('constant/reminder-days');
    expect(givenAt(moments)).toEqual(given);
  });
});

const now = new Date('2026-03-20T12:00:00Z');
const terms = { holdAfterTrialDays: 14 };
const expired = { trialExpiresAt: addDays(now, -5), releaseAt: null, stripeSubscriptionId: null };

describe('releaseTime', () => {
  test('is two weeks after the end of an unpaid trial', () => {
    expect(releaseTime(expired, { unpaid: 1 }, terms, now)).toEqual(addDays(now, 9));
  });

  test('is the time that the warning named', () => {
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
    expect(warnedRelease(late, terms, now)).toEqual(addDays(now, 3));
    expect(warnedRelease(expired, terms, now)).toEqual(addDays(now, 9));
  });

  test('is no longer than the hold itself', () => {
    const short = { holdAfterTrialDays: 1 };
    expect(warnedTrialEnd(short, now)).toEqual(now);
    expect(warnedRelease(expired, short, now)).toEqual(addDays(now, 1));
  });
});

const subscription = (status: string, more: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: 'sub_1',
  status,
  defaultMethodId: 'pm_1',
  endedForNonPayment: false,
  nextPaymentAttemptAt: null,
  endsAt: null,
  openCents: 0,
  ...more,
});
const reading = (...subscriptions: ProviderSubscription[]) => ({
  methodId: 'pm_1',
  isDefault: true,
  subscriptions,
});
const standing = (...subscriptions: ProviderSubscription[]) =>
  paymentStanding(reading(...subscriptions), null);
const nextTry = new Date('2026-03-04T12:00:00Z');

describe('paymentStanding', () => {
  test('a subscription that is set to end runs until then', () => {
    const endsAt = new Date('2026-04-01T12:00:00Z');
    expect(standing(subscription('active', { endsAt }))).toMatchObject({ paymentState: 'active', endsAt });
    expect(standing(subscription('canceled', { endsAt }))).toMatchObject({
      paymentState: 'ended',
      endsAt: null,
    });
  });

  test('a customer without a card has no payment', () => {
    expect(paymentStanding({ methodId: null, isDefault: false, subscriptions: [] }, null)).toEqual({
      stripeSubscriptionId: null,
      hasActivePayment: false,
      paymentState: 'none',
      nextPaymentAttemptAt: null,
      endsAt: null,
      amountDueCents: null,
    });
  });

  test('a card alone is no subscription', () => {
    expect(standing()).toMatchObject({ hasActivePayment: true, paymentState: 'none' });
  });

  test('a failed charge keeps access while retried', () => {
    const failing = subscription('past_due', { nextPaymentAttemptAt: nextTry, openCents: 3000 });
    expect(standing(failing)).toEqual({
      stripeSubscriptionId: 'sub_1',
      hasActivePayment: true,
      paymentState: 'past_due',
      nextPaymentAttemptAt: nextTry,
      endsAt: null,
      amountDueCents: 3000,
    });
  });

  test.each(['trialing', 'active'] as const)('a subscription that is %s is shown as that', status => {
    const withOpenBill = subscription(status, { nextPaymentAttemptAt: nextTry, openCents: 500 });
    expect(standing(withOpenBill)).toMatchObject({
      paymentState: status,
      nextPaymentAttemptAt: null,
      endsAt: null,
      amountDueCents: null,
    });
  });

  test('a card that failed for good counts no more', () => {
    const ended = standing(subscription('canceled', { endedForNonPayment: true }));
    expect(ended).toMatchObject({ hasActivePayment: false, paymentState: 'ended' });
  });

  test('a subscription left unpaid is over', () => {
    expect(standing(subscription('unpaid'))).toMatchObject({
      stripeSubscriptionId: null,
      hasActivePayment: false,
      paymentState: 'ended',
    });
  });

  test('a cancelled subscription leaves the card good', () => {
    expect(standing(subscription('canceled'))).toMatchObject({
      hasActivePayment: true,
      paymentState: 'ended',
    });
  });

  test('a new card after non-payment counts again', () => {
    const ended = subscription('canceled', { endedForNonPayment: true, defaultMethodId: 'pm_0' });
    expect(standing(ended).hasActivePayment).toBe(true);
  });

  test('a card that was declined at the start counts no more', () => {
    expect(paymentStanding(reading(), 'pm_1').hasActivePayment).toBe(false);
    expect(paymentStanding(reading(), 'pm_0').hasActivePayment).toBe(true);
  });

  test('an incomplete subscription is not live', () => {
    expect(standing(subscription('incomplete'))).toMatchObject({
      stripeSubscriptionId: null,
      paymentState: 'none',
    });
  });
});

describe('paymentNews', () => {
  const goodReading = reading(subscription('active'));
  const failedReading = reading(subscription('past_due'));
  const endedReading = reading(subscription('canceled', { endedForNonPayment: true }));
  const news = (before: PaymentReading, after: PaymentReading) =>
    paymentNews(paymentStanding(before, null), paymentStanding(after, null), after);

  test('a charge that begins to fail is news', () => {
    expect(news(goodReading, failedReading)).toBe('failed');
  });

  test('a charge that goes on failing is not', () => {
    expect(news(failedReading, failedReading)).toBeUndefined();
  });

  test('a charge that went through is news', () => {
    expect(news(failedReading, goodReading)).toBe('recovered');
  });

  test('a provider that gives up is news', () => {
    expect(news(failedReading, endedReading)).toBe('given-up');
    expect(news(failedReading, reading(subscription('unpaid')))).toBe('given-up');
  });

  test('so it is when its tries went by unheard', () => {
    expect(news(goodReading, endedReading)).toBe('given-up');
    expect(news(reading(subscription('trialing')), endedReading)).toBe('given-up');
    expect(news(goodReading, reading(subscription('canceled')))).toBeUndefined();
    expect(news(endedReading, endedReading)).toBeUndefined();
    expect(news(reading(), endedReading)).toBeUndefined();
  });

  test('a cancellation while past due is not', () => {
    expect(news(failedReading, reading(subscription('canceled')))).toBeUndefined();
  });
});
