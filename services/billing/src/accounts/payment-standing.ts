import type { PaymentState } from '@closingwire/contracts/billing';

/** The facts about a customer that billing reads from the provider. */
export type PaymentReading = {
  /** Null if the provider has no such customer: then nothing is paid. */
  customer: { email: string; name: string } | null;
  /**
   * The card that is charged: the customer's default, else that of the newest subscription, else the newest attached
   * one.
   */
  methodId: string | null;
  /** Whether `methodId` is the customer's default. */
  isDefault: boolean;
  /** Newest first. */
  subscriptions: ProviderSubscription[];
};

/** The reading of an account without a customer, or with one unknown to the provider. */
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
  /** When the subscription ends, if the user scheduled its end. */
  endsAt: Date | null;
  /**
   * True if the subscription ends with its period, false if at a set time. The provider undoes each with another
   * parameter.
   */
  endsWithPeriod: boolean;
  trialEnd: Date | null;
  /** The unpaid amount of the latest invoice. */
  openCents: number;
  /** The order that started the subscription; null if a pass started it on the card on file. */
  orderId: string | null;
  line: BilledLine | undefined;
};

/** The item of a subscription, which has only one: the account's ZIPs. */
export type BilledLine = {
  itemId: string;
  quantity: number;
  centsPerZip: number;
  periodStart: Date;
  periodEnd: Date;
};

export type PaymentStanding = {
  /** The subscription that the provider charges now or after its trial. */
  stripeSubscriptionId: string | null;
  hasActivePayment: boolean;
  paymentState: PaymentState;
  nextPaymentAttemptAt: Date | null;
  /** Null while no end is scheduled. */
  endsAt: Date | null;
  amountDueCents: number | null;
};

/** The provider still retries the charge of a past-due subscription; it has given up on an unpaid one. */
const liveStates: Partial<Record<string, PaymentState>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
};

/**
 * Returns the live subscriptions of a reading. `kept` is the one that billing knows, else the oldest. All others
 * charge for the same ZIPs again.
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
 * Computes the standing from a reading. While the provider retries a failed charge, the user keeps access. After it
 * gives up, or after a first charge has failed (`declinedMethodId`), the card no longer counts.
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

/** Returns the change between two standings about which the user gets a mail. */
export function paymentNews(
  before: States,
  after: States,
  { subscriptions: [last] }: Pick<PaymentReading, 'subscriptions'>,
): PaymentNews | undefined {
  const { paymentState: was } = before;
  const { paymentState: is } = after;
  if (is === 'past_due') return was === is ? undefined : 'failed';
  // Billing may have missed the states between the first failed charge and the end.
  if (is === 'ended') return isPaying(was) && last && hasFailed(last) ? 'given-up' : undefined;
  return was === 'past_due' && isPaying(is) ? 'recovered' : undefined;
}
