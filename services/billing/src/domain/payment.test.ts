import { describe, expect, test } from 'vitest';
import { type ProviderSubscription, paymentNews, paymentStanding } from './payment.ts';

const subscription = (status: string, more: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: 'sub_1',
  status,
  defaultMethodId: 'pm_1',
  endedForNonPayment: false,
  ...more,
});
const reading = (...subscriptions: ProviderSubscription[]) => ({ defaultMethodId: 'pm_1', subscriptions });

describe('paymentStanding', () => {
  test('a customer without a card has no payment', () => {
    expect(paymentStanding({ defaultMethodId: null, subscriptions: [] })).toEqual({
      stripeSubscriptionId: null,
      hasActivePayment: false,
      paymentFailing: false,
    });
  });

  test('a card on file is payment enough', () => {
    expect(paymentStanding(reading()).hasActivePayment).toBe(true);
  });

  test('a failed charge keeps access while retried', () => {
    expect(paymentStanding(reading(subscription('past_due')))).toEqual({
      stripeSubscriptionId: 'sub_1',
      hasActivePayment: true,
      paymentFailing: true,
    });
  });

  test('a card that failed for good counts no more', () => {
    const ended = subscription('canceled', { endedForNonPayment: true });
    expect(paymentStanding(reading(ended)).hasActivePayment).toBe(false);
  });

  test('a new card after non-payment counts again', () => {
    const ended = subscription('canceled', { endedForNonPayment: true, defaultMethodId: 'pm_0' });
    expect(paymentStanding(reading(ended)).hasActivePayment).toBe(true);
  });

  test('an incomplete subscription is not live', () => {
    expect(paymentStanding(reading(subscription('incomplete'))).stripeSubscriptionId).toBeNull();
  });
});

describe('paymentNews', () => {
  const good = paymentStanding(reading(subscription('active')));
  const failing = paymentStanding(reading(subscription('past_due')));
  const ended = paymentStanding(reading(subscription('canceled', { endedForNonPayment: true })));

  test('a charge that begins to fail is news', () => {
    expect(paymentNews(good, failing)).toBe('failed');
  });

  test('a charge that goes on failing is not', () => {
    expect(paymentNews(failing, failing)).toBeUndefined();
  });

  test('a charge that went through is news', () => {
    expect(paymentNews(failing, good)).toBe('recovered');
  });

  test('an ended subscription has not recovered', () => {
    expect(paymentNews(failing, ended)).toBeUndefined();
  });
});
