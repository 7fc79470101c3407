import { AppError, kindTable } from './app-error.ts';
import { isDatabaseAway } from './database-error.ts';

export const MAX_TRIES = 5;

/** Waiting times between the tries: about ten seconds in all, so that a partition never stands long. */
const WAIT_MS = [200, 1_000, 3_000, 6_000] as const;
const SERVER_AWAY_MS = 1_000;

/** What to do after a failure: try again after a wait, or give the message up. */
export type Verdict = { kind: 'wait'; ms: number } | { kind: 'park'; tries: number };

const isServerAway = (error: unknown) =>
  isDatabaseAway(error) || (error instanceof AppError && error.code === 'bus_unavailable');

/**
 * Counts the failed tries of each message. A try does not count while our own database or the bus is away:
 * parking would only turn an outage into work for people.
 */
export function countAttempts() {
  const tries = new Map<string, number>();
  return {
    failed(message: string, error: unknown): Verdict {
      if (isServerAway(error)) return { kind: 'wait', ms: SERVER_AWAY_MS };
      const count = (tries.get(message) ?? 0) + 1;
      tries.set(message, count);
      const isHopeless = error instanceof AppError && kindTable[error.kind].consumer === 'park';
      const ms = WAIT_MS[count - 1];
      return isHopeless || ms === undefined ? { kind: 'park', tries: count } : { kind: 'wait', ms };
    },
    /** The next failure is the last. */
    exhaust: (message: string) => void tries.set(message, MAX_TRIES - 1),
    done: (message: string) => void tries.delete(message),
  };
}
