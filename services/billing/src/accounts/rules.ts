import type { AccountStanding, AccountState } from '@closingwire/contracts/billing';
import type { PaymentStanding } from './payment.ts';

/** Trial and payment standing of one person, and what billing knows of them. */
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

/** How long before the release the person is mailed. */
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

/** The trial ends before which its person is to be warned now. */
export const warnedTrialEnd = (terms: Hold, now: Date): Date =>
  addDays(now, warningDays(terms) - terms.holdAfterTrialDays);

/** The release that a warning given now announces: never sooner than the warning promises. */
export function announcedRelease({ trialExpiresAt }: Held, terms: Hold, now: Date): Date {
  const due = addDays(trialExpiresAt, terms.holdAfterTrialDays);
  const soonest = addDays(now, warningDays(terms));
  return new Date(Math.max(due.getTime(), soonest.getTime()));
}

const shown = (at: Date | null) => at?.toISOString() ?? null;

/** What the person is shown of their account. */
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

/** What the other services are told of an account. Granted ZIPs cost nothing. */
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
    monthlyAmountCents: zips.billable * centsPerZip,
    paymentState: account.paymentState,
    nextPaymentAttemptAt: shown(account.nextPaymentAttemptAt),
    amountDueCents: account.amountDueCents,
    unpaidZipCount: zips.unpaid,
    grantedZipCount: zips.granted,
  };
}
