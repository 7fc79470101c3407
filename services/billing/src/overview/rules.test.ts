import { expect, test } from 'vitest';
import { providerSubscription } from '../../test/provider-subscription.ts';
import { nextChargeOf } from './rules.ts';

const at = (day: string) => new Date(`2026-${day}T00:00:00Z`);
const line = {
  itemId: 'si_1',
  quantity: 2,
  centsPerZip: 1_500,
  periodStart: at('03-01'),
  periodEnd: at('04-01'),
};
const next = (status: string, facts: Parameters<typeof providerSubscription>[1] = {}) =>
  nextChargeOf(providerSubscription(status, { line, ...facts }));

test('a running subscription is charged when its period ends', () => {
  expect(next('active')).toEqual({ kind: 'renewal', at: at('04-01') });
});

test('a trial is charged when it ends', () => {
  expect(next('trialing', { trialEnd: at('03-09') })).toEqual({ kind: 'renewal', at: at('03-09') });
});

test('a failed charge is retried with its open amount', () => {
  const retried = { nextPaymentAttemptAt: at('03-04'), openCents: 3_000 };
  expect(next('past_due', retried)).toEqual({ kind: 'retry', at: at('03-04'), cents: 3_000 });
  expect(next('past_due', { openCents: 3_000 })).toBeUndefined();
});

test('a subscription that ends first has no next charge', () => {
  expect(next('active', { endsAt: at('04-01') })).toBeUndefined();
  expect(next('trialing', { trialEnd: at('03-09'), endsAt: at('03-09') })).toBeUndefined();
  expect(next('active', { endsAt: at('04-02') })).toEqual({ kind: 'renewal', at: at('04-01') });
});

test('a subscription without a line has no next charge', () => {
  expect(next('active', { line: undefined })).toBeUndefined();
});
