import type { AccountStanding } from '@closingwire/contracts/screen-api';
import { daysUntil } from '../../../lib/dates.ts';
import { hasGrantedOnly } from '../../../product/granted-only.ts';

export type AccountState =
  | { kind: 'hidden' }
  | { kind: 'setup' }
  | { kind: 'expired' | 'ended'; releaseAt: string | null }
  | { kind: 'past-due'; nextAttemptAt: string | null }
  | { kind: 'ending'; endsAt: string }
  | { kind: 'expiring' | 'active'; daysLeft: number; hasPayment: boolean };

export type AccountFacts = Pick<
  AccountStanding,
  | 'trialExpiresAt'
  | 'hasActivePayment'
  | 'paymentState'
  | 'nextPaymentAttemptAt'
  | 'endsAt'
  | 'releaseAt'
  | 'unpaidZipCount'
  | 'grantedZipCount'
>;

const EXPIRING_SOON_DAYS = 3;

/** Days are rounded up: a trial that ends within the hour has one left. */
export function accountState(facts: AccountFacts, now: Date): AccountState {
  const { trialExpiresAt, hasActivePayment, paymentState, releaseAt } = facts;
  if (paymentState === 'past_due') return { kind: 'past-due', nextAttemptAt: facts.nextPaymentAttemptAt };
  if (facts.endsAt !== null) return { kind: 'ending', endsAt: facts.endsAt };
  const daysLeft = trialExpiresAt === null ? null : daysUntil(trialExpiresAt, now);
  if (daysLeft !== null && daysLeft > 0) {
    const kind = daysLeft <= EXPIRING_SOON_DAYS ? 'expiring' : 'active';
    return { kind, daysLeft, hasPayment: hasActivePayment };
  }
  if (hasActivePayment || hasGrantedOnly(facts)) return { kind: 'hidden' };
  if (paymentState === 'ended') return { kind: 'ended', releaseAt };
  return daysLeft === null ? { kind: 'setup' } : { kind: 'expired', releaseAt };
}

/** The reason why lists of unpaid ZIPs are closed; null while they are open. */
export function closedBecause(facts: AccountFacts, now: Date): 'expired' | 'ended' | null {
  const { kind } = accountState(facts, now);
  return kind === 'expired' || kind === 'ended' ? kind : null;
}
