import type { ProviderSubscription } from '../src/accounts/payment-standing.ts';

/** A subscription as it is read from the provider, for tests of what follows from it. */
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
