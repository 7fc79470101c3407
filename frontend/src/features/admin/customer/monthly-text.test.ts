import { expect, test } from 'vitest';
import { monthlyText } from './monthly-text.ts';

const now = new Date('2026-11-27T12:00:00Z');
const money = {
  monthlyAmountCents: 9_000,
  paymentState: 'none',
  trialExpiresAt: '2026-12-04T12:00:00Z',
  hasActivePayment: false,
} as const;

test.each([
  ['a trial', {}, '$90.00 from Dec 4, 2026, if the user pays'],
  ['a trial with a card on file', { hasActivePayment: true }, '$90.00 from Dec 4, 2026'],
  [
    'a subscription after the trial',
    { paymentState: 'trialing', hasActivePayment: true },
    '$90.00 from Dec 4, 2026',
  ],
  [
    'a trial that ended unpaid',
    { trialExpiresAt: '2026-11-20T12:00:00Z' },
    '$90.00 if the user pays; nothing is charged now',
  ],
  ['a subscription', { paymentState: 'active', trialExpiresAt: '2026-11-20T12:00:00Z' }, '$90.00'],
  ['free ZIPs', { monthlyAmountCents: 0 }, '$0.00'],
] as const)('the monthly price of %s says from when it is charged', (_, changes, text) => {
  expect(monthlyText({ ...money, ...changes }, now)).toBe(text);
});
