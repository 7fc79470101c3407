import { describe, expect, test } from 'vitest';
import { providerSubscription as subscription } from '../../test/provider-subscription.ts';
import {
  liveSubscriptions,
  nothingPaid,
  type PaymentReading,
  type ProviderSubscription,
  paymentNews,
  paymentStanding,
} from './payment-standing.ts';

const fresh = { declinedMethodId: null, stripeSubscriptionId: null };
const reading = (...subscriptions: ProviderSubscription[]) => ({
  customer: { email: 'a@example.com', name: '' },
  methodId: 'pm_1',
  isDefault: true,
  subscriptions,
});
const standing = (...subscriptions: ProviderSubscription[]) =>
  paymentStanding(reading(...subscriptions), fresh);
const nextTry = new Date('2026-03-04T12:00:00Z');

describe('paymentStanding', () => {
  test('a subscription runs until its scheduled end', () => {
    const endsAt = new Date('2026-04-01T12:00:00Z');
    expect(standing(subscription('active', { endsAt }))).toMatchObject({ paymentState: 'active', endsAt });
    expect(standing(subscription('canceled', { endsAt }))).toMatchObject({
      paymentState: 'ended',
      endsAt: null,
    });
  });

  test('a customer without a card has no payment', () => {
    expect(paymentStanding(nothingPaid, fresh)).toEqual({
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

  test('a card that finally failed no longer counts', () => {
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

  test('a canceled subscription leaves the card usable', () => {
    expect(standing(subscription('canceled'))).toMatchObject({
      hasActivePayment: true,
      paymentState: 'ended',
    });
  });

  test('a new card after non-payment counts again', () => {
    const ended = subscription('canceled', { endedForNonPayment: true, defaultMethodId: 'pm_0' });
    expect(standing(ended).hasActivePayment).toBe(true);
  });

  test('a card declined at the start no longer counts', () => {
    expect(paymentStanding(reading(), { ...fresh, declinedMethodId: 'pm_1' }).hasActivePayment).toBe(false);
    expect(paymentStanding(reading(), { ...fresh, declinedMethodId: 'pm_0' }).hasActivePayment).toBe(true);
  });

  test('an incomplete subscription is not live', () => {
    expect(standing(subscription('incomplete'))).toMatchObject({
      stripeSubscriptionId: null,
      paymentState: 'none',
    });
  });
});

describe('liveSubscriptions', () => {
  const older = subscription('active', { id: 'sub_older' });
  const newer = subscription('trialing', { id: 'sub_newer' });
  const both = reading(newer, subscription('canceled'), older);

  test('the known subscription is kept', () => {
    expect(liveSubscriptions(both, 'sub_newer')).toEqual({ kept: newer, others: [older] });
  });

  test('without a known one the oldest is kept', () => {
    expect(liveSubscriptions(both, null)).toEqual({ kept: older, others: [newer] });
    expect(liveSubscriptions(both, 'sub_1')).toEqual({ kept: older, others: [newer] });
    expect(paymentStanding(both, fresh).stripeSubscriptionId).toBe('sub_older');
  });

  test('without a live subscription none is kept', () => {
    expect(liveSubscriptions(reading(subscription('canceled')), 'sub_1')).toEqual({
      kept: undefined,
      others: [],
    });
  });
});

describe('paymentNews', () => {
  const goodReading = reading(subscription('active'));
  const failedReading = reading(subscription('past_due'));
  const endedReading = reading(subscription('canceled', { endedForNonPayment: true }));
  const news = (before: PaymentReading, after: PaymentReading) =>
    paymentNews(paymentStanding(before, fresh), paymentStanding(after, fresh), after);

  test('a first failed charge is published', () => {
    expect(news(goodReading, failedReading)).toBe('failed');
  });

  test('a repeated failure is not published', () => {
    expect(news(failedReading, failedReading)).toBeUndefined();
  });

  test('a recovered charge is published', () => {
    expect(news(failedReading, goodReading)).toBe('recovered');
  });

  test('the end of retries is published', () => {
    expect(news(failedReading, endedReading)).toBe('given-up');
    expect(news(failedReading, reading(subscription('unpaid')))).toBe('given-up');
  });

  test('the end of retries is published after missed failures', () => {
    expect(news(goodReading, endedReading)).toBe('given-up');
    expect(news(reading(subscription('trialing')), endedReading)).toBe('given-up');
    expect(news(goodReading, reading(subscription('canceled')))).toBeUndefined();
    expect(news(endedReading, endedReading)).toBeUndefined();
    expect(news(reading(), endedReading)).toBeUndefined();
  });

  test('a cancellation while past due is not published', () => {
    expect(news(failedReading, reading(subscription('canceled')))).toBeUndefined();
  });
});
