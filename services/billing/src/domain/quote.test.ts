import { expect, test } from 'vitest';
import { quotedZips, quoteOf } from './quote.ts';

const now = new Date('2026-03-01T12:00:00Z');
const terms = {
  trialDays: 14,
  trialZips: 25,
  holdAfterTrialDays: 14,
  centsPerZip: 1_500,
  currency: 'usd',
};

test('ZIPs are listed new, then on trial, then paid', () => {
  const own = [
    { zipCode: '10003', kind: 'paid' },
    { zipCode: '10004', kind: 'granted' },
    { zipCode: '10002', kind: 'trial' },
  ] as const;
  expect(quotedZips(['10009', '10001', '10009', '10003', '10004'], own, 1_500)).toEqual([
    { zipCode: '10001', standing: 'new', monthlyCents: 1_500 },
    { zipCode: '10009', standing: 'new', monthlyCents: 1_500 },
    { zipCode: '10002', standing: 'trial', monthlyCents: 1_500 },
    { zipCode: '10003', standing: 'paid', monthlyCents: 1_500 },
  ]);
});

const zips = quotedZips(['10001', '10002'], [], 1_500);
const due = { dueTodayCents: 700, firstChargeAt: now };

test.each([
  [{ kind: 'trial' }, 'trial'],
  [{ kind: 'raise', stripeSubscriptionId: 'sub' }, 'card'],
  [{ kind: 'subscribe', trialEnd: null }, 'card'],
  [{ kind: 'checkout', mode: 'subscription', trialEnd: null }, 'checkout'],
] as const)('a charge of kind %j is shown as %s', (charge, way) => {
  const over = { trialExpiresAt: now, endsAt: new Date('2026-03-09T12:00:00Z') };
  expect(quoteOf(over, terms, charge, { zips, due }, now)).toEqual({
    way,
    zips,
    centsPerZip: 1_500,
    dueTodayCents: 700,
    monthlyCents: 3_000,
    firstChargeAt: '2026-03-01T12:00:00.000Z',
    endsAt: '2026-03-09T12:00:00.000Z',
    freeDays: 0,
    mostTrialZips: 25,
  });
});

test('a running trial has free days and perhaps no charge', () => {
  const running = { trialExpiresAt: new Date('2026-03-03T13:00:00Z'), endsAt: null };
  const free = { zips, due: { dueTodayCents: 0, firstChargeAt: null } };
  expect(quoteOf(running, terms, { kind: 'trial' }, free, now)).toMatchObject({
    freeDays: 3,
    firstChargeAt: null,
    dueTodayCents: 0,
  });
});
