import type { ProviderSubscription } from '../src/accounts/payment-standing.ts';

/** A subscription as read from the provider. */
export const providerSubscription = (
  status: string,
  more: Partial<ProviderSubscription> = {},
): ProviderSubscription => ({
  id: 'sub_1',
  status,
  defaultMethodId: 'pm_1',
  endedForNonPayment: false,
  nextPaymentAttemptAt: null,
  endsAt: null,
  endsWithPeriod: false,
  trialEnd: null,
  openCents: 0,
  orderId: null,
  line: undefined,
  ...more,
});
