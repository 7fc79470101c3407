import type { PaymentState } from '@closingwire/contracts/billing';

/** What the provider has about a customer, as far as it matters here. */
export type PaymentReading = {
  /** As the provider has them; null when it has no such customer, which means that nothing is paid. */
  customer: { email: string; name: string } | null;
  /** The card that charges go to: the customer's default, else the newest that is attached. */
  methodId: string | null;
  /** Whether that card is the customer's default already. */
  isDefault: boolean;
  /** Newest first. */
  subscriptions: ProviderSubscription[];
};

/** The reading of an account that has no customer, or whose customer the provider does not know. */
export const nothingPaid: PaymentReading = {
  customer: null,
  methodId: null,
  isDefault: false,
  subscriptions: [],
};

export type ProviderSubscription = {
  id: string;
  status: string;
  defaultMethodId: string | null;
  endedForNonPayment: boolean;
  nextPaymentAttemptAt: Date | null;
  /** When it ends, if the user ended it for later. */
  endsAt: Date | null;
  /** Whether it was ended for the end of its period, or for a time of its own: the provider undoes each in its way. */
  endsWithPeriod: boolean;
  trialEnd: Date | null;
  /** What the latest invoice still asks for. */
  openCents: number;
  /** The order that it was started for; null where the card on file started it. */
  orderId: string | null;
  line: BilledLine | undefined;
};

/** The one line of our subscription. */
export type BilledLine = {
  itemId: string;
  quantity: number;
  centsPerZip: number;
  periodStart: Date;
  periodEnd: Date;
};

export type PaymentStanding = {
  /** The live subscription at the provider. */
  stripeSubscriptionId: string | null;
  hasActivePayment: boolean;
  paymentState: PaymentState;
  nextPaymentAttemptAt: Date | null;
  /** When the live subscription ends; null while it goes on. */
  endsAt: Date | null;
  amountDueCents: number | null;
};

/** Of a past-due subscription the provider still collects; of an unpaid one it has given up on the charge. */
const liveStates: Partial<Record<string, PaymentState>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
};

/**
 * The live subscriptions of a reading: `kept` is the one that is known already, else the oldest. Any others charge
 * for the same ZIPs again.
 */
export function liveSubscriptions(
  { subscriptions }: Pick<PaymentReading, 'subscriptions'>,
  knownId: string | null,
): { kept: ProviderSubscription | undefined; others: ProviderSubscription[] } {
  const live = subscriptions.filter(({ status }) => liveStates[status] !== undefined);
  const kept = live.find(({ id }) => id === knownId) ?? live.at(-1);
  return { kept, others: live.filter(({ id }) => id !== kept?.id) };
}

const givenUp = new Set(['unpaid', 'incomplete_expired']);
const hasFailed = ({ status, endedForNonPayment }: ProviderSubscription) =>
  endedForNonPayment || givenUp.has(status);
const everRan = ({ status }: ProviderSubscription) => status === 'canceled' || status === 'unpaid';

function liveStanding(live: ProviderSubscription, state: PaymentState): PaymentStanding {
  const isPastDue = state === 'past_due';
  return {
    stripeSubscriptionId: live.id,
    hasActivePayment: true,
    paymentState: state,
    nextPaymentAttemptAt: isPastDue ? live.nextPaymentAttemptAt : null,
    endsAt: live.endsAt,
    amountDueCents: isPastDue ? live.openCents : null,
  };
}

/**
 * The standing that a reading amounts to. While the provider still retries a failed charge the user keeps
 * what they have; once it has given up, or could not begin (`declinedMethodId`), that card counts no more.
 */
export function paymentStanding(
  { methodId, subscriptions }: PaymentReading,
  {
    declinedMethodId,
    stripeSubscriptionId,
  }: { declinedMethodId: string | null; stripeSubscriptionId: string | null },
): PaymentStanding {
  const { kept } = liveSubscriptions({ subscriptions }, stripeSubscriptionId);
  const state = kept && liveStates[kept.status];
  if (kept && state) return liveStanding(kept, state);
  const [last] = subscriptions;
  const isSpent = last !== undefined && hasFailed(last) && (last.defaultMethodId ?? methodId) === methodId;
  return {
    stripeSubscriptionId: null,
    hasActivePayment: methodId !== null && !isSpent && methodId !== declinedMethodId,
    paymentState: subscriptions.some(everRan) ? 'ended' : 'none',
    nextPaymentAttemptAt: null,
    endsAt: null,
    amountDueCents: null,
  };
}

export type PaymentNews = 'failed' | 'recovered' | 'given-up';

const isPaying = (state: PaymentState) => state !== 'none' && state !== 'ended';

type States = Pick<PaymentStanding, 'paymentState'>;

/** What changed between two standings that a user is mailed about. */
export function paymentNews(
  before: States,
  after: States,
  { subscriptions: [last] }: Pick<PaymentReading, 'subscriptions'>,
): PaymentNews | undefined {
  const { paymentState: was } = before;
  const { paymentState: is } = after;
  if (is === 'past_due') return was === is ? undefined : 'failed';
  // The tries in between may have gone by unheard.
  if (is === 'ended') return isPaying(was) && last && hasFailed(last) ? 'given-up' : undefined;
  return was === 'past_due' && isPaying(is) ? 'recovered' : undefined;
}
