import { z } from 'zod';
import { paymentState } from '../billing-api.ts';
import { defineEvent } from '../event.ts';
import { id, instant, zipCode } from '../primitive.ts';

/** Trial and payment state of one account; the account's id is the user's. */
export const accountState = z.object({
  id,
  version: z.int(),
  trialDays: z.int(),
  trialStartedAt: instant,
  trialExpiresAt: instant,
  hasActivePayment: z.boolean(),
  stripeCustomerId: z.string().nullable(),
  /** ZIPs with an active subscription. */
  zipCount: z.int(),
  /** What these ZIPs cost a month, in USD cents; granted ones cost nothing. */
  monthlyAmountCents: z.int(),
  /** This and what follows is absent in events from before it was introduced. */
  paymentState: paymentState.optional(),
  /** While past due: when the provider tries again, and how much it then charges, in USD cents. */
  nextPaymentAttemptAt: instant.nullable().optional(),
  amountDueCents: z.int().nullable().optional(),
  unpaidZipCount: z.int().optional(),
  grantedZipCount: z.int().optional(),
});
export type AccountState = z.output<typeof accountState>;

const ofAccount = { by: 'billing', data: accountState, key: (account: AccountState) => account.id } as const;

export const trialStarted = defineEvent('trial.started', { ...ofAccount, summary: 'The free trial began' });
export const trialExpiring = defineEvent('trial.expiring', {
  by: 'billing',
  summary: 'The trial ends in 7, 3, 1 or 0 days',
  data: accountState.extend({ daysRemaining: z.int() }),
  key: account => account.id,
});
export const trialExpired = defineEvent('trial.expired', {
  ...ofAccount,
  summary: 'The trial ended without a payment method',
});
export const trialHoldEnding = defineEvent('trial.hold-ending', {
  by: 'billing',
  summary: 'The ZIPs of an expired, unpaid trial are about to be released',
  data: accountState.extend({ releaseAt: instant, zipCodes: z.array(zipCode) }),
  key: account => account.id,
});
export const trialHoldEnded = defineEvent('trial.hold-ended', {
  by: 'billing',
  summary: 'The ZIPs of an expired, unpaid trial were released',
  data: accountState.extend({ zipCodes: z.array(zipCode) }),
  key: account => account.id,
});
export const standingChanged = defineEvent('account.standing-changed', {
  ...ofAccount,
  summary: 'Trial, payment method or number of ZIPs changed',
});
export const paymentFailed = defineEvent('payment.failed', {
  ...ofAccount,
  summary: 'A charge failed; dunning began',
});
export const paymentRecovered = defineEvent('payment.recovered', {
  ...ofAccount,
  summary: 'A failed charge went through',
});
export const paymentGivenUp = defineEvent('payment.given-up', {
  ...ofAccount,
  summary: 'The provider gave up on a failed charge; the subscription ended',
});
