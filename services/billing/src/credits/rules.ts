import type { CreditRefusal } from '@closingwire/contracts/credits';
import type { SubscriptionKind } from '../accounts/own-zips.ts';
import type { Price } from '../accounts/rules.ts';
import { prorationStart } from '../price.ts';

/** The running period of an account at the provider, if its charge is paid. */
export type PaidMonth = {
  kind: 'paid';
  start: Date;
  end: Date;
  /** The price of a ZIP for the whole period, as it was paid. */
  centsPerZip: number;
  /** Paid in all for this period, without what was given back. */
  paidCents: number;
};

export type Month = PaidMonth | { kind: 'trial' } | { kind: 'unpaid' } | { kind: 'none' };

/** A time for which the account has, or had, the ZIP. */
export type HeldZip = { kind: SubscriptionKind; createdAt: Date; cancelledAt: Date | null };

/** Credits of this period, owed and given. */
export type EarlierCredits = { ofZipCents: number; ofAccountCents: number };

export type CreditDecision = { kind: 'owed'; cents: number } | { kind: 'nothing'; reason: CreditRefusal };

type Facts = { isDeleted: boolean; held: readonly HeldZip[]; month: Month; earlier: EarlierCredits };

const nothing = (reason: CreditRefusal): CreditDecision => ({ kind: 'nothing', reason });

/**
 * The share of the period for which the ZIP was paid. The charge of a ZIP begins with its day, and a ZIP that is given
 * back is charged until then.
 */
function paidShare(held: readonly HeldZip[], { start, end }: PaidMonth): number {
  const ms = held.map(({ createdAt, cancelledAt }) => {
    const from = Math.max(start.getTime(), prorationStart(start, createdAt).getTime());
    return Math.max(0, Math.min(end.getTime(), cancelledAt?.getTime() ?? end.getTime()) - from);
  });
  return Math.min(1, ms.reduce((sum, each) => sum + each, 0) / (end.getTime() - start.getTime()));
}

/**
 * Decides the credit for the running month of a ZIP: the price of a ZIP, and never more than was paid for it in this
 * period and is not credited yet.
 */
export function decideCredit(
  { isDeleted, held, month, earlier }: Facts,
  { centsPerZip }: Price,
  now: Date,
): CreditDecision {
  if (isDeleted) return nothing('account-closed');
  const since = month.kind === 'paid' ? month.start : now;
  const current = held.filter(({ cancelledAt }) => cancelledAt === null || cancelledAt > since);
  if (current.length === 0) return nothing('not-subscribed');
  const paid = current.filter(({ kind }) => kind === 'paid');
  if (paid.length === 0) return nothing(current.some(({ kind }) => kind === 'trial') ? 'trial' : 'granted');
  if (month.kind !== 'paid') return nothing(month.kind === 'trial' ? 'trial' : 'unpaid');
  const price = Math.min(centsPerZip, month.centsPerZip);
  const paidCents = Math.min(Math.floor(price * paidShare(paid, month)), month.paidCents);
  if (paidCents <= 0) return nothing('unpaid');
  const left = Math.min(paidCents - earlier.ofZipCents, month.paidCents - earlier.ofAccountCents);
  return left > 0 ? { kind: 'owed', cents: left } : nothing('credited-before');
}
