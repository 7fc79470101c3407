import type { CustomerMoney } from '@closingwire/contracts/customer-money';
import { describe, expect, test } from 'vitest';
import { formatInstant } from '../../../lib/dates.ts';
import { endsTrial, endTrialTexts, trialHint } from './trial-change.ts';

const now = new Date('2026-03-01T12:00:00Z');
const user = { trialExpiresAt: '2026-03-11T12:00:00.000Z', hasActivePayment: true };
const before = formatInstant(user.trialExpiresAt);

const zip = (zipCode: string, facts: Partial<CustomerMoney['zips'][number]> = {}) => ({
  ...{ zipCode, city: 'Kent', state: 'WA' as const, industry: 'Mortgages', kind: 'paid' as const },
  ...{ claimId: zipCode, createdAt: '2026-02-01T12:00:00Z', cancelledAt: null, removal: null, ...facts },
});
const money = { hasActivePayment: true, monthlyAmountCents: 3_000, zips: [zip('98030'), zip('98031')] };

describe('a question is needed', () => {
  test('if the credit ends a running trial', () => {
    expect(endsTrial(user, 0, now)).toBe(true);
  });

  test('not if the trial goes on, is over or has not started', () => {
    expect(endsTrial(user, 30, now)).toBe(false);
    expect(endsTrial(user, undefined, now)).toBe(false);
    expect(endsTrial({ ...user, trialExpiresAt: '2026-02-28T12:00:00.000Z' }, 0, now)).toBe(false);
    expect(endsTrial({ ...user, trialExpiresAt: null }, 0, now)).toBe(false);
  });
});

describe('the question', () => {
  test('names the end before and the sum that is charged', () => {
    expect(endTrialTexts(user, money)).toEqual([
      `The trial ends now instead of ${before}.`,
      "The user's card is charged now: 2 ZIP codes × $15.00 = $30.00, less any credit of the user.",
    ]);
  });

  test('counts neither free nor ended ZIP codes', () => {
    const zips = [zip('98030'), zip('98031', { kind: 'granted' }), zip('98032', { cancelledAt: before })];
    const [, charge] = endTrialTexts(user, { ...money, monthlyAmountCents: 1_500, zips });
    expect(charge).toContain('1 ZIP code × $15.00 = $15.00');
    expect(endTrialTexts(user, { ...money, monthlyAmountCents: 0, zips: zips.slice(1) })[1]).toBe(
      'Nothing is charged: the user has no ZIP codes to pay for.',
    );
  });

  test('promises no charge without a payment method, and no sum that is not known', () => {
    expect(endTrialTexts(user, { ...money, hasActivePayment: false })[1]).toBe(
      'Nothing is charged now: the user has no payment method. Their lists close until they pay $30.00 a month for 2 ZIP codes.',
    );
    expect(endTrialTexts(user, undefined)[1]).toMatch(/^The charge could not be loaded\./);
  });
});

test('the hint names both ends of a trial that becomes shorter', () => {
  expect(trialHint(user, 3, now)).toBe(
    `Shorter: the trial ends ${formatInstant('2026-03-04T12:00:00Z')} instead of ${before}. The card is charged then.`,
  );
  expect(trialHint({ ...user, hasActivePayment: false }, 3, now)).not.toContain('charged');
  for (const days of [undefined, 10, 30, -1, Number.NaN]) {
    expect(trialHint(user, days, now)).toMatch(/^0 to 365\./);
  }
});
