/** What the provider says about a customer, as far as it matters here. */
export type PaymentReading = {
  /** The method that charges go to unless told otherwise. */
  defaultMethodId: string | null;
  /** Newest first. */
  subscriptions: ProviderSubscription[];
};

export type ProviderSubscription = {
  id: string;
  status: string;
  defaultMethodId: string | null;
  endedForNonPayment: boolean;
};

export type PaymentStanding = {
  stripeSubscriptionId: string | null;
  hasActivePayment: boolean;
  paymentFailing: boolean;
};

const liveStatuses = new Set(['active', 'trialing', 'past_due', 'unpaid']);
const failingStatuses = new Set(['past_due', 'unpaid']);

/**
 * The standing that a reading amounts to. While the provider still retries a failed charge the person keeps
 * what she has; once it has given up, the card that failed counts no more.
 */
export function paymentStanding({ defaultMethodId, subscriptions }: PaymentReading): PaymentStanding {
  const live = subscriptions.find(({ status }) => liveStatuses.has(status));
  if (live) {
    return {
      stripeSubscriptionId: live.id,
      hasActivePayment: live.status !== 'unpaid',
      paymentFailing: failingStatuses.has(live.status),
    };
  }
  const [last] = subscriptions;
  const isSpent =
    last?.endedForNonPayment === true && (last.defaultMethodId ?? defaultMethodId) === defaultMethodId;
  return {
    stripeSubscriptionId: null,
    hasActivePayment: defaultMethodId !== null && !isSpent,
    paymentFailing: false,
  };
}

export type PaymentNews = 'failed' | 'recovered';

/** What changed between two standings that a person should hear of. */
export function paymentNews(before: PaymentStanding, after: PaymentStanding): PaymentNews | undefined {
  if (!before.paymentFailing && after.paymentFailing) return 'failed';
  const isPaid = after.hasActivePayment && after.stripeSubscriptionId !== null;
  return before.paymentFailing && !after.paymentFailing && isPaid ? 'recovered' : undefined;
}
