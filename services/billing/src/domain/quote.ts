import type { Quote, QuotedZip } from '@closingwire/contracts/billing';
import type { Account, Terms } from './account.ts';
import type { Charge } from './charge.ts';
import { trialState } from './trial.ts';

type OwnZip = { zipCode: string; kind: 'trial' | 'paid' | 'granted' };

/** The ZIPs that are paid for once the order is through: new, then the trial's, then those paid already. */
export function quotedZips(
  asked: readonly string[],
  own: readonly OwnZip[],
  centsPerZip: number,
): QuotedZip[] {
  const owned = new Set(own.map(({ zipCode }) => zipCode));
  const added = [...new Set(asked)].filter(zipCode => !owned.has(zipCode)).toSorted();
  const zip = (zipCode: string, standing: QuotedZip['standing']) => ({
    zipCode,
    standing,
    monthlyCents: centsPerZip,
  });
  const ofKind = (kind: 'trial' | 'paid') =>
    own.filter(each => each.kind === kind).map(({ zipCode }) => zip(zipCode, kind));
  return [...added.map(zipCode => zip(zipCode, 'new')), ...ofKind('trial'), ...ofKind('paid')];
}

const ways = { trial: 'trial', raise: 'card', subscribe: 'card', checkout: 'checkout' } as const;

/** What falls due today, and when a whole month does first. */
export type Due = { dueTodayCents: number; firstChargeAt: Date | null };

export function quoteOf(
  account: Pick<Account, 'trialExpiresAt' | 'endsAt'>,
  terms: Terms,
  charge: Charge,
  { zips, due }: { zips: QuotedZip[]; due: Due },
  now: Date,
): Quote {
  const trial = trialState(account, now);
  return {
    way: ways[charge.kind],
    zips,
    centsPerZip: terms.centsPerZip,
    dueTodayCents: due.dueTodayCents,
    monthlyCents: zips.length * terms.centsPerZip,
    firstChargeAt: due.firstChargeAt?.toISOString() ?? null,
    endsAt: account.endsAt?.toISOString() ?? null,
    freeDays: trial.kind === 'running' ? trial.daysRemaining : 0,
    mostTrialZips: terms.trialZips,
  };
}
