import { backoffMs } from '@closingwire/chassis/retry';
import type { Outcome } from './outcome.ts';
import type { StoredTemplate } from './template.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A mail with a link or code is not sent after this time. Auth gives it up at the same age (`send-mail.ts`). */
const SECRET_MS = 4 * HOUR_MS;
const LONGEST_MS = 48 * HOUR_MS;

/** The most attempts with an unknown outcome. */
const MOST_UNKNOWNS = 3;

/**
 * The shortest and the longest pause before the next attempt; it doubles in between. A server that is away may be back
 * soon.
 */
const pauses = {
  away: [SECOND_MS / 2, 30 * SECOND_MS],
  unknown: [SECOND_MS / 2, 30 * SECOND_MS],
  deferred: [SECOND_MS / 2, 30 * MINUTE_MS],
  rejected: [MINUTE_MS, HOUR_MS],
} as const;

type Tried = { createdAt: Date; attempts: number; unknowns: number };
type Declared = Pick<StoredTemplate, 'containsSecret' | 'isSentAgainWhenUnknown'>;

/** Returns true if a mail with a link or code is too old to be sent. */
export const isExpired = ({ createdAt }: Pick<Tried, 'createdAt'>, { containsSecret }: Declared, now: Date) =>
  containsSecret && now.getTime() - createdAt.getTime() >= SECRET_MS;

/** A mail without a secret is never given up while the server is away. */
function deadlineOf({ createdAt }: Tried, kind: keyof typeof pauses, { containsSecret }: Declared): number {
  if (containsSecret) return createdAt.getTime() + SECRET_MS;
  return kind === 'away' ? Number.POSITIVE_INFINITY : createdAt.getTime() + LONGEST_MS;
}

/** Returns the time of the next attempt, or the mail's final state. */
export function nextStep(
  { kind }: Outcome,
  tried: Tried,
  template: Declared,
  now: Date,
): { runAt: Date } | { end: 'sent' | 'refused' | 'unknown' } {
  if (kind === 'sent' || kind === 'refused') return { end: kind };
  const mayBeSentTwice = template.isSentAgainWhenUnknown && tried.unknowns + 1 < MOST_UNKNOWNS;
  if (kind === 'unknown' && !mayBeSentTwice) return { end: kind };
  const [first, longest] = pauses[kind];
  const runAt = now.getTime() + backoffMs(tried.attempts, first, longest);
  if (runAt < deadlineOf(tried, kind, template)) return { runAt: new Date(runAt) };
  return { end: kind === 'unknown' ? 'unknown' : 'refused' };
}
