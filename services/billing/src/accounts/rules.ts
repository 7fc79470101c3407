import { type AccountStanding, type AccountState, reminderDays } from '@closingwire/contracts/billing';
import { monthlyCents } from '../price.ts';
import type { PaymentStanding } from './payment-standing.ts';

/** The provider separates test mode and live mode: an id of one is unknown in the other. */
export type Mode = 'test' | 'live';

/** A user's trial and payment standing, with the facts from which they are computed. */
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
  /**
   * Set when a change of mode left the account without a subscription. Its ZIPs are kept from then on, not from the
   * trial's end.
   */
  keptSince: Date | null;
  stripeCustomerId: string | null;
  /** The mode of the customer and of all its payment facts; null before the first customer. */
  paymentMode: Mode | null;
  /** True if the stored mode has changed and the account is still in the other one. `lockAccount` moves it. */
  isOfOtherMode: boolean;
  /** The card whose first charge failed. */
  declinedMethodId: string | null;
  portalOpenedAt: Date | null;
  /** When the provider was last read. */
  paymentReadAt: Date | null;
  /** The number of the newest pass; see `settle-account.ts`. */
  lastPass: number;
  /** Part of idempotency keys; `raiseChargeRound` changes it. */
  chargeRound: number;
};

/** A ZIP that an account receives. Granted ones are free. */
export type OwnZip = { zipCode: string; kind: 'trial' | 'paid' | 'granted' };

export const zipCodesOf = (zips: readonly OwnZip[], ...kinds: OwnZip['kind'][]): ReadonlySet<string> =>
  new Set(zips.filter(({ kind }) => kinds.includes(kind)).map(({ zipCode }) => zipCode));

export const billableZipCodes = (zips: readonly OwnZip[]) => zipCodesOf(zips, 'trial', 'paid');

declare const locked: unique symbol;

/**
 * Marks facts that were read under the account's lock. Only `lock.ts` creates it, so no rule decides from a stale
 * read.
 */
export type Locked = { readonly [locked]: true };

/** An account and its ZIPs, read under the lock of its row. */
export type LockedAccount = Account & Locked & { readonly zips: readonly OwnZip[] };

/** Prices and periods, from the configuration. */
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

/** Returns the state of the trial. Days are rounded up: in its last hour a trial still has one day. */
export function trialState({ trialExpiresAt }: TrialEnd, now: Date): TrialState {
  const leftMs = trialExpiresAt.getTime() - now.getTime();
  return leftMs > 0 ? { kind: 'running', daysRemaining: Math.ceil(leftMs / dayMs) } : { kind: 'over' };
}

export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * dayMs);
}

/** Days before the trial's end at which a reminder is due; 0 is the end itself. */
export type ReminderDays = (typeof reminderDays)[number];

/** Returns the reminder that is due now; undefined if it was sent. Earlier ones that were missed are never sent. */
export function dueReminder(
  { trialExpiresAt }: TrialEnd & Locked,
  given: readonly number[],
  now: Date,
): ReminderDays | undefined {
  const latest = reminderDays.findLast(days => addDays(trialExpiresAt, -days) <= now);
  return latest === undefined || given.includes(latest) ? undefined : latest;
}

/** The user gets a mail this many days before the release. */
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

/** Returns when the ZIPs of an expired, unpaid trial are released; null if the account has no such ZIPs. */
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

/** Users whose trial ended before this time are warned now of the release. */
export const warnedTrialEnd = (terms: ReleaseTerms, now: Date): Date =>
  addDays(now, warningDays(terms) - terms.releaseAfterTrialDays);

/** Returns the release time that a warning sent now names. It is never sooner than the warning promises. */
export function warnedRelease(account: Unpaid & Locked, terms: ReleaseTerms, now: Date): Date {
  const due = dueRelease(account, terms);
  const soonest = addDays(now, warningDays(terms));
  return new Date(Math.max(due.getTime(), soonest.getTime()));
}

const shown = (at: Date | null) => at?.toISOString() ?? null;

/** Returns what both users and other services read of an account. */
const readByAll = (account: Account, zips: readonly OwnZip[]) => ({
  id: account.id,
  trialDays: account.trialDays,
  trialStartedAt: account.trialStartedAt.toISOString(),
  trialExpiresAt: account.trialExpiresAt.toISOString(),
  hasActivePayment: account.hasActivePayment,
  stripeCustomerId: account.stripeCustomerId,
  paymentState: account.paymentState,
  nextPaymentAttemptAt: shown(account.nextPaymentAttemptAt),
  unpaidZipCount: zipCodesOf(zips, 'trial').size,
  grantedZipCount: zipCodesOf(zips, 'granted').size,
});

/** Returns the account as its user sees it. */
export function standingOf(
  account: Account,
  zips: readonly OwnZip[],
  terms: Terms,
  now: Date,
): AccountStanding {
  const trial = trialState(account, now);
  return {
    ...readByAll(account, zips),
    trialExpired: trial.kind === 'over',
    daysRemaining: trial.kind === 'running' ? trial.daysRemaining : 0,
    endsAt: shown(account.endsAt),
    trialZips: terms.trialZips,
    releaseAt: shown(releaseTime(account, zips, terms, now)),
  };
}

/** Returns the account as other services receive it. */
export function stateOf(account: Account, zips: readonly OwnZip[], { centsPerZip }: Price): AccountState {
  return {
    ...readByAll(account, zips),
    version: account.version,
    zipCount: zips.length,
    monthlyAmountCents: monthlyCents({ zipCount: billableZipCodes(zips).size, centsPerZip }),
    amountDueCents: account.amountDueCents,
  };
}
