import { expect, test } from 'vitest';
import { removalOf } from './removal.ts';

const trialExpiresAt = new Date('2026-12-04T12:00:00Z');
const terms = { centsPerZip: 1_500 };
const paid = [
  { zipCode: '98101', kind: 'paid' },
  { zipCode: '98102', kind: 'paid' },
] as const;
const taken = { zipCode: '98101', kind: 'paid' } as const;
const removed = (paymentState: Parameters<typeof removalOf>[0]['paymentState'], zips = paid.slice()) =>
  removalOf({ paymentState, trialExpiresAt }, zips, taken, terms);

test('one of several paid ZIPs lowers the charge, the last one ends it', () => {
  for (const state of ['active', 'past_due'] as const) {
    expect(removed(state)).toEqual({ effect: 'reduced', monthlyCents: 1_500, chargedFrom: null });
    expect(removed(state, [paid[0]])).toEqual({ effect: 'ended', monthlyCents: 0, chargedFrom: null });
  }
});

test('before the first charge, the first charge is smaller or there is none', () => {
  expect(removed('trialing')).toEqual({
    effect: 'before-first-charge',
    monthlyCents: 1_500,
    chargedFrom: trialExpiresAt.toISOString(),
  });
  expect(removed('trialing', [paid[0]])).toEqual({
    effect: 'before-first-charge',
    monthlyCents: 0,
    chargedFrom: null,
  });
});

test('without a subscription nothing is charged', () => {
  for (const state of ['none', 'ended'] as const)
    expect(removed(state)).toEqual({ effect: 'not-paying', monthlyCents: 1_500, chargedFrom: null });
});

test('a free ZIP changes no price', () => {
  const free = { zipCode: '98103', kind: 'granted' } as const;
  expect(removalOf({ paymentState: 'active', trialExpiresAt }, [...paid, free], free, terms)).toEqual({
    effect: 'free',
    monthlyCents: 3_000,
    chargedFrom: null,
  });
});
