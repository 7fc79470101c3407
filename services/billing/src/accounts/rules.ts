import type { AccountStanding, AccountState, PaymentState } from '@closingwire/contracts/billing';
import { monthlyCents } from '../price.ts';

/** Trial and payment standing of one user, and what billing knows of them. */
export type Account = PaymentStanding & {
  id: string;
  version: number;
  email: string;
  firstName: string;
  lastName: string;
  industry: string;
  status: 'active' | 'suspended' | 'deleted';
  trialDays: number;
  trialStartedAt: Date;
  trialExpiresAt: Date;
  /** When the ZIPs of the expired, unpaid trial are released; null until a mail has named the day. */
  releaseAt: Date | null;
  stripeCustomerId: string | null;
  /** The card on which the subscription could not be started. */
  declinedMethodId: string | null;
  portalOpenedAt: Date | null;
};

/** The active ZIPs of an account: `billable` ones cost something, `unpaid` are those of them that are on trial. */
export type ZipCounts = { billable: number; unpaid: number; granted: number };

/** What billing charges and how long it waits, from the configuration. */
export type Terms = {
  trialDays: number;
  trialZips: number;
  holdAfterTrialDays: number;
  centsPerZip: number;
  currency: string;
};

const dayMs = 86_400_000;

export type TrialState = { kind: 'running'; daysRemaining: number } | { kind: 'over' };

type TrialEnd = { trialExpiresAt: Date };

/** Days are rounded up: in its last hour a trial still has one day. */
export function trialState({ trialExpiresAt }: TrialEnd, now: Date): TrialState {
  const leftMs = trialExpiresAt.getTime() - now.getTime();
  return leftMs > 0 ? { kind: 'running', daysRemaining: Math.ceil(leftMs / dayMs) } : { kind: 'over' };
}

export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * dayMs);
}

/** Days before the end at which a reminder is due; 0 is the end itself. */
export const reminderDays = [7, 3, 1, 0] as const;
export type ReminderDays = (typeof reminderDays)[number];

/**
 * The reminder that is due now, if it was not given yet. Reminders whose time went by unnoticed (the clock
 * stood still) are not made up for: only the latest one counts.
 */
export function dueReminder(
  { trialExpiresAt }: TrialEnd,
  given: readonly number[],
  now: Date,
): ReminderDays | undefined {
  const latest = reminderDays.findLast(days => addDays(trialExpiresAt, -days) <= now);
  return latest === undefined || given.includes(latest) ? undefined : latest;
}

/** How long before the release the user is mailed. */
const WARNING_DAYS = 3;

type Held = Pick<Account, 'trialExpiresAt' | 'releaseAt' | 'stripeSubscriptionId'>;
type Hold = Pick<Terms, 'holdAfterTrialDays'>;

const warningDays = ({ holdAfterTrialDays }: Hold) => Math.min(WARNING_DAYS, holdAfterTrialDays);

/** When the ZIPs of an expired, unpaid trial go back; null when none are held that way. */
export function releaseTime(
  account: Held,
  { unpaid }: Pick<ZipCounts, 'unpaid'>,
  terms: Hold,
  now: Date,
): Date | null {
  const isHeld =
    unpaid > 0 && account.stripeSubscriptionId === null && trialState(account, now).kind === 'over';
  if (!isHeld) return null;
  return account.releaseAt ?? addDays(account.trialExpiresAt, terms.holdAfterTrialDays);
}

/** The trial ends before which its user is to be warned now. */
export const warnedTrialEnd = (terms: Hold, now: Date): Date =>
  addDays(now, warningDays(terms) - terms.holdAfterTrialDays);

/** The release that a warning given now names: never sooner than the warning promises. */
export function warnedRelease({ trialExpiresAt }: Held, terms: Hold, now: Date): Date {
  const due = addDays(trialExpiresAt, terms.holdAfterTrialDays);
  const soonest = addDays(now, warningDays(terms));
  return new Date(Math.max(due.getTime(), soonest.getTime()));
}

const shown = (at: Date | null) => at?.toISOString() ?? null;

/** What the user is shown of their account. */
export function standingOf(account: Account, zips: ZipCounts, terms: Terms, now: Date): AccountStanding {
  const trial = trialState(account, now);
  return {
    id: account.id,
    trialDays: account.trialDays,
    trialStartedAt: account.trialStartedAt.toISOString(),
    trialExpiresAt: account.trialExpiresAt.toISOString(),
    trialExpired: trial.kind === 'over',
    daysRemaining: trial.kind === 'running' ? trial.daysRemaining : 0,
    hasActivePayment: account.hasActivePayment,
    stripeCustomerId: account.stripeCustomerId,
    paymentState: account.paymentState,
    nextPaymentAttemptAt: shown(account.nextPaymentAttemptAt),
    endsAt: shown(account.endsAt),
    trialZips: terms.trialZips,
    unpaidZipCount: zips.unpaid,
    grantedZipCount: zips.granted,
    releaseAt: shown(releaseTime(account, zips, terms, now)),
  };
}

/** What the other services receive of an account. Granted ZIPs cost nothing. */
export function stateOf(account: Account, zips: ZipCounts, centsPerZip: number): AccountState {
  return {
    id: account.id,
    version: account.version,
    trialDays: account.trialDays,
    trialStartedAt: account.trialStartedAt.toISOString(),
    trialExpiresAt: account.trialExpiresAt.toISOString(),
    hasActivePayment: account.hasActivePayment,
    stripeCustomerId: account.stripeCustomerId,
    zipCount: zips.billable + zips.granted,
    monthlyAmountCents: monthlyCents(zips.billable, centsPerZip),
    paymentState: account.paymentState,
    nextPaymentAttemptAt: shown(account.nextPaymentAttemptAt),
    amountDueCents: account.amountDueCents,
    unpaidZipCount: zips.unpaid,
    grantedZipCount: zips.granted,
  };
}

/** What the provider has about a customer, as far as it matters here. */
export type PaymentReading = {
  /** The card that charges go to: the customer's default, else the newest that is attached. */
  methodId: string | null;
  /** Whether that card is the customer's default already. */
  isDefault: boolean;
  /** Newest first. */
  subscriptions: ProviderSubscription[];
};

export type ProviderSubscription = {
  id: string;
  status: string;
  defaultMethodId: string | null;
  endedForNonPayment: boolean;
  nextPaymentAttemptAt: Date | null;
  /** When it ends, if the user ended it for later. */
  endsAt: Date | null;
  /** What the latest invoice still asks for. */
  openCents: number;
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
  declinedMethodId: string | null,
): PaymentStanding {
  for (const subscription of subscriptions) {
    const state = liveStates[subscription.status];
    if (state) return liveStanding(subscription, state);
  }
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
