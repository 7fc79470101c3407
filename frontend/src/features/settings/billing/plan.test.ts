import { expect, test } from 'vitest';
import { planOf } from './plan.ts';

const now = new Date('2026-03-10T12:00:00Z');
const standing = {
  trialExpiresAt: '2026-03-13T12:00:00Z',
  hasActivePayment: false,
  paymentState: 'none',
  nextPaymentAttemptAt: null,
  endsAt: null,
  unpaidZipCount: 1,
  grantedZipCount: 0,
  releaseAt: null,
} as const;
const over = { ...standing, trialExpiresAt: '2026-03-01T12:00:00Z' };
type Standing = Parameters<typeof planOf>[0];

test.each<[string, Standing, string, string]>([
  [
    'a trial',
    standing,
    'Free trial',
    '3 days left, until March 13, 2026. We charge nothing unless you add a card.',
  ],
  [
    'a trial with a card',
    { ...standing, hasActivePayment: true, paymentState: 'trialing' },
    'Free trial',
    '3 days left, until March 13, 2026. Then we charge your card by the month.',
  ],
  [
    'a trial with a card and no ZIP code',
    { ...standing, unpaidZipCount: 0, hasActivePayment: true },
    'Free trial',
    '3 days left, until March 13, 2026. Your card is on file. We charge nothing until you choose a ZIP code.',
  ],
  [
    'a paid subscription',
    { ...over, hasActivePayment: true, paymentState: 'active' },
    'Subscribed',
    'You pay by the month and can cancel anytime.',
  ],
  [
    'a failed payment',
    { ...over, paymentState: 'past_due', nextPaymentAttemptAt: '2026-03-12T12:00:00Z' },
    'Payment failed',
    'Your last payment did not go through. Your lists stay open. We charge your card again on March 12, 2026.',
  ],
  [
    'a scheduled end',
    { ...over, paymentState: 'active', endsAt: '2026-04-01T12:00:00Z' },
    'Ending',
    'You ended your subscription. Your lists stay open until April 1, 2026.',
  ],
  [
    'an expired trial',
    { ...over, releaseAt: '2026-03-15T12:00:00Z' },
    'Not paid',
    'Your free trial ended on March 1, 2026. We charge nothing. We hold your ZIP codes until March 15, 2026.',
  ],
  [
    'an ended subscription',
    { ...over, paymentState: 'ended' },
    'Ended',
    'Your subscription has ended. We charge nothing.',
  ],
  [
    'granted ZIPs only',
    { ...standing, unpaidZipCount: 0, grantedZipCount: 2 },
    'Free of charge',
    'An administrator gave you your ZIP codes. You pay nothing for them.',
  ],
  [
    'a card without ZIPs',
    { ...over, unpaidZipCount: 0, hasActivePayment: true },
    'No subscription',
    'Your card is on file. Your first ZIP code starts a subscription.',
  ],
  ['no trial', { ...standing, trialExpiresAt: null }, 'Not paid', 'You have no trial. We charge nothing.'],
])('names %s in words', (_name, facts, label, text) => {
  expect(planOf(facts, now)).toMatchObject({ label, text });
});
