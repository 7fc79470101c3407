import type { SubscriptionEnd } from '@closingwire/contracts/billing';
import type { ExplainedList, ListReason } from '@closingwire/contracts/customer-lists';
import { isOpen, type OwnZips, type Standing } from './standing.ts';

/** The closings of a ZIP by what happens to them in the list of an account; each counts once. */
export type ZipFacts = {
  zipCode: string;
  closings: number;
  firstDay: string | null;
  lastDay: string | null;
  readyAt: Date | null;
  lastDeliveryAt: Date | null;
  hidden: number;
  optedOut: number;
  optedOutAgents: number;
  retracted: number;
  unlicensed: number;
  /** Sources whose license does not permit lists, and whether it hides closings. */
  sources: { name: string; endedAt: string | null; hidesClosings: boolean }[];
  notCalled: number;
  notCalledAgents: number;
  onOwnList: number;
  onOwnListAgents: number;
  old: number;
  newestOldDay: string | null;
  /** Rejected rows of all causes. */
  rejectedRows: number;
  /** The causes with the most rows. */
  rejected: { field: string; expected: string; rows: number }[];
};

/** The end of a ZIP that the account had and no longer has. */
export type FormerZip = { zipCode: string; endedAt: Date; endedBy: SubscriptionEnd | null };

/** The account of an explained list. */
export type Holder = {
  standing: Standing;
  zips: OwnZips;
  former: readonly FormerZip[];
  isSuspended: boolean;
};

const instantOf = (text: string | null) => text && new Date(text).toISOString();

function closedReason({ trialExpiresAt, paymentState }: Standing): ListReason {
  if (paymentState === 'ended') return { kind: 'not-open', cause: 'ended', since: null };
  return { kind: 'not-open', cause: 'trial-over', since: trialExpiresAt.toISOString() };
}

/** Returns why closings of a ZIP are not in the list, in the order in which an admin checks. */
function hiddenReasons(facts: ZipFacts): ListReason[] {
  const { optedOut, optedOutAgents, retracted, unlicensed, notCalled, notCalledAgents } = facts;
  const { onOwnList, onOwnListAgents } = facts;
  const sources = facts.sources.map(source => ({ ...source, endedAt: instantOf(source.endedAt) }));
  const reasons: (ListReason | false)[] = [
    facts.rejectedRows > 0 && { kind: 'rejected', rows: facts.rejectedRows, causes: facts.rejected },
    facts.hidden > 0 && { kind: 'hidden-by-admin', closings: facts.hidden },
    optedOut > 0 && { kind: 'opted-out', closings: optedOut, agents: optedOutAgents },
    retracted > 0 && { kind: 'retracted', closings: retracted },
    unlicensed > 0 && {
      kind: 'not-permitted',
      closings: unlicensed,
      sources: sources.filter(source => source.hidesClosings),
    },
    notCalled > 0 && { kind: 'do-not-call', closings: notCalled, agents: notCalledAgents },
    onOwnList > 0 && { kind: 'on-own-list', closings: onOwnList, agents: onOwnListAgents },
    facts.closings === 0 &&
      facts.newestOldDay !== null && {
        kind: 'too-old',
        closings: facts.old,
        newestDay: facts.newestOldDay,
        sources: sources.filter(source => source.endedAt !== null),
      },
  ];
  return reasons.filter(reason => reason !== false);
}

/** Returns why the account cannot read the list of a ZIP. */
function accessReasons(
  zipCode: string,
  { standing, zips, former, isSuspended }: Holder,
  now: Date,
): ListReason[] {
  const isGranted = zips.granted.includes(zipCode);
  if (!isGranted && !zips.charged.includes(zipCode)) {
    const end = former.find(zip => zip.zipCode === zipCode);
    if (!end) return [{ kind: 'no-subscription' }];
    return [{ kind: 'subscription-ended', endedAt: end.endedAt.toISOString(), endedBy: end.endedBy }];
  }
  const reasons: ListReason[] = isSuspended ? [{ kind: 'not-open', cause: 'suspended', since: null }] : [];
  return isGranted || isOpen(standing, now) ? reasons : [...reasons, closedReason(standing)];
}

/** Explains the list of one ZIP for an account. */
export function explain(facts: ZipFacts, holder: Holder, now: Date): ExplainedList {
  const { zipCode, closings, firstDay, lastDay, readyAt, lastDeliveryAt } = facts;
  const { granted, charged } = holder.zips;
  const access = accessReasons(zipCode, holder, now);
  const delivery: ListReason[] = lastDeliveryAt === null ? [{ kind: 'no-delivery' }] : [];
  return {
    zipCode,
    kind: granted.includes(zipCode) ? 'granted' : charged.includes(zipCode) ? 'charged' : null,
    isOpen: access.length === 0,
    closings,
    firstDay,
    lastDay,
    readyAt: readyAt?.toISOString() ?? null,
    lastDeliveryAt: lastDeliveryAt?.toISOString() ?? null,
    reasons: [...access, ...delivery, ...hiddenReasons(facts)],
  };
}
