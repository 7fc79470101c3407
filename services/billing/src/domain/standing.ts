import type { AccountStanding, AccountState } from '@closingwire/contracts/billing';
import type { Account, Terms, ZipCounts } from './account.ts';
import { releaseTime } from './hold.ts';
import { trialState } from './trial.ts';

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
