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
  sources: { name: string; endedAt: string | null }[];
  notCalled: number;
  notCalledAgents: number;
  old: number;
  newestOldDay: string | null;
  rejected: { field: string; expected: string; rows: number }[];
};

/** The account of an explained list. */
export type Holder = { standing: Standing; zips: OwnZips };

function closedReason({ trialExpiresAt, paymentState }: Standing): ListReason {
  if (paymentState === 'ended') return { kind: 'not-open', cause: 'ended', since: null };
  return { kind: 'not-open', cause: 'trial-over', since: trialExpiresAt.toISOString() };
}

/** Returns why closings of a ZIP are not in the list, in the order in which an admin checks. */
function hiddenReasons(facts: ZipFacts): ListReason[] {
  const { optedOut, optedOutAgents, retracted, unlicensed, sources, notCalled, notCalledAgents } = facts;
  const rows = facts.rejected.reduce((sum, cause) => sum + cause.rows, 0);
  const reasons: (ListReason | false)[] = [
    rows > 0 && { kind: 'rejected', rows, causes: facts.rejected },
    facts.hidden > 0 && { kind: 'hidden-by-admin', closings: facts.hidden },
    optedOut > 0 && { kind: 'opted-out', closings: optedOut, agents: optedOutAgents },
    retracted > 0 && { kind: 'retracted', closings: retracted },
    unlicensed > 0 && {
      kind: 'not-permitted',
      closings: unlicensed,
      sources: sources.map(({ name, endedAt }) => ({
        name,
        endedAt: endedAt && new Date(endedAt).toISOString(),
      })),
    },
    notCalled > 0 && { kind: 'do-not-call', closings: notCalled, agents: notCalledAgents },
    facts.closings === 0 &&
      facts.newestOldDay !== null && {
        kind: 'too-old',
        closings: facts.old,
        newestDay: facts.newestOldDay,
      },
  ];
  return reasons.filter(reason => reason !== false);
}

/** Explains the list of one ZIP for an account. */
export function explain(facts: ZipFacts, { standing, zips }: Holder, now: Date): ExplainedList {
  const { zipCode, closings, firstDay, lastDay, readyAt, lastDeliveryAt } = facts;
  const isGranted = zips.granted.includes(zipCode);
  const kind = isGranted ? 'granted' : zips.charged.includes(zipCode) ? 'charged' : null;
  const isReadable = isGranted || (kind !== null && isOpen(standing, now));
  const access: ListReason[] =
    kind === null ? [{ kind: 'no-subscription' }] : isReadable ? [] : [closedReason(standing)];
  const delivery: ListReason[] = lastDeliveryAt === null ? [{ kind: 'no-delivery' }] : [];
  return {
    zipCode,
    kind,
    isOpen: isReadable,
    closings,
    firstDay,
    lastDay,
    readyAt: readyAt?.toISOString() ?? null,
    lastDeliveryAt: lastDeliveryAt?.toISOString() ?? null,
    reasons: [...access, ...delivery, ...hiddenReasons(facts)],
  };
}
