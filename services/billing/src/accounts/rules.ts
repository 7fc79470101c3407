import type { AccountStanding, AccountState } from '@closingwire/contracts/billing';
import { monthlyCents } from '../price.ts';
import type { PaymentStanding } from './payment-standing.ts';

/** The provider keeps test mode and live mode apart: an id of one is unknown in the other. */
export type Mode = 'test' | 'live';

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
  /** From when the ZIPs are held, where a change of mode left the account without a card; else from the trial's end. */
  keptSince: Date | null;
  stripeCustomerId: string | null;
  /** The mode of the customer and of all that was read of it; null until the account has its first customer. */
  paymentMode: Mode | null;
  /** The stored mode is another one since a moment; `lockAccount` moves the account to it. */
  isOfOtherMode: boolean;
  /** The card on which the subscription could not be started. */
  declinedMethodId: string | null;
  portalOpenedAt: Date | null;
  /** When the provider was last read. */
  paymentReadAt: Date | null;
  /** The number of the last pass that began; see `settle-account.ts`. */
  lastPass: number;
  /** Goes into idempotency keys; see `accounts.charge_round`. */
  chargeRound: number;
};

/** A ZIP that an account receives; granted ones cost nothing. */
export type OwnZip = { zipCode: string; kind: 'trial' | 'paid' | 'granted' };

/** The ZIPs of these kinds. */
export const zipCodesOf = (zips: readonly OwnZip[], ...kinds: OwnZip['kind'][]): ReadonlySet<string> =>
  new Set(zips.filter(({ kind }) => kinds.includes(kind)).map(({ zipCode }) => zipCode));

/** The ZIPs that cost something. */
export const billableZipCodes = (zips: readonly OwnZip[]) => zipCodesOf(zips, 'trial', 'paid');

declare const locked: unique symbol;

/** Marks what was read under the account's lock. Only `lockAccount` makes it, so no rule decides from a stale read. */
export type Locked = { readonly [locked]: true };

/** An account whose row the transaction has locked, and its ZIPs, read under that lock. */
export type LockedAccount = Account & Locked & { readonly zips: readonly OwnZip[] };

/** What billing charges and how long it waits, from the configuration. */
export type Terms = {
  trialDays: number;
  trialZips: number;
  releaseAfterTrialDays: number;
  centsPerZip: number;
  currency: string;
};

export type Price = Pick<Terms, 'centsPerZip'>;

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
  { trialExpiresAt }: TrialEnd & Locked,
  given: readonly number[],
  now: Date,
): ReminderDays | undefined {
  const latest = reminderDays.findLast(days => addDays(trialExpiresAt, -days) <= now);
  return latest === undefined || given.includes(latest) ? undefined : latest;
}

/** How long before the release the user is mailed. */
const WARNING_DAYS = 3;

type Unpaid = Pick<Account, 'trialExpiresAt' | 'releaseAt' | 'keptSince' | 'stripeSubscriptionId'>;
type ReleaseTerms = Pick<Terms, 'releaseAfterTrialDays'>;

const dueRelease = ({ trialExpiresAt, keptSince }: Unpaid, { releaseAfterTrialDays }: ReleaseTerms): Date =>
  addDays(
    keptSince !== null && keptSince > trialExpiresAt ? keptSince : trialExpiresAt,
    releaseAfterTrialDays,
  );

const warningDays = ({ releaseAfterTrialDays }: ReleaseTerms) =>
  Math.min(WARNING_DAYS, releaseAfterTrialDays);

/** When the ZIPs of an expired, unpaid trial go back; null when none are held that way. */
export function releaseTime(
  account: Unpaid,
  zips: readonly OwnZip[],
  terms: ReleaseTerms,
  now: Date,
): Date | null {
  const isUnpaid = account.stripeSubscriptionId === null && trialState(account, now).kind === 'over';
  if (!isUnpaid || zipCodesOf(zips, 'trial').size === 0) return null;
  return account.releaseAt ?? dueRelease(account, terms);
}

/** The trial ends before which its user is to be warned now. */
export const warnedTrialEnd = (terms: ReleaseTerms, now: Date): Date =>
  addDays(now, warningDays(terms) - terms.releaseAfterTrialDays);

/** The release that a warning given now names: never sooner than the warning promises. */
export function warnedRelease(account: Unpaid & Locked, terms: ReleaseTerms, now: Date): Date {
  const due = dueRelease(account, terms);
  const soonest = addDays(now, warningDays(terms));
  return new Date(Math.max(due.getTime(), soonest.getTime()));
}

const shown = (at: Date | null) => at?.toISOString() ?? null;

/** What the user is shown of their account. */
export function standingOf(
  account: Account,
  zips: readonly OwnZip[],
  terms: Terms,
  now: Date,
): AccountStanding {
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
    unpaidZipCount: zipCodesOf(zips, 'trial').size,
    grantedZipCount: zipCodesOf(zips, 'granted').size,
    releaseAt: shown(releaseTime(account, zips, terms, now)),
  };
}

/** What the other services receive of an account. Granted ZIPs cost nothing. */
export function stateOf(account: Account, zips: readonly OwnZip[], { centsPerZip }: Price): AccountState {
  return {
    id: account.id,
    version: account.version,
    trialDays: account.trialDays,
    trialStartedAt: account.trialStartedAt.toISOString(),
    trialExpiresAt: account.trialExpiresAt.toISOString(),
    hasActivePayment: account.hasActivePayment,
    stripeCustomerId: account.stripeCustomerId,
    zipCount: zips.length,
    monthlyAmountCents: monthlyCents({ zipCount: billableZipCodes(zips).size, centsPerZip }),
    paymentState: account.paymentState,
    nextPaymentAttemptAt: shown(account.nextPaymentAttemptAt),
    amountDueCents: account.amountDueCents,
    unpaidZipCount: zipCodesOf(zips, 'trial').size,
    grantedZipCount: zipCodesOf(zips, 'granted').size,
  };
}
