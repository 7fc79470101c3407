import { UNKNOWN_VALUE } from '../kafka/unknown-values.ts';
import { AppError, kindTable } from '../process/app-error.ts';
import { isDatabaseAway } from '../process/database-error.ts';

/** Waiting times between the tries: about ten seconds in all, so that a partition never waits long. */
const WAIT_MS = [200, 1_000, 3_000, 6_000] as const;
const SERVER_AWAY_MS = 1_000;

/** A partition must not wait for a minute; within this time a rolling update usually brings a newer consumer. */
const NEWER_PATIENCE_MS = 50_000;
const NEWER_WAIT_MS = 2_000;
/** So long after the last unknown value of a partition, the next is that of another update, and is waited for again. */
const NEWER_QUIET_MS = 5 * 60_000;

/** The action after a failure: try again after a wait, or park the message. */
export type Verdict = { kind: 'wait'; ms: number } | { kind: 'park'; tries: number };

/** Whether our own database or the bus is away, so that the message is not to blame. */
export const isServerAway = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof AppError && error.code === 'bus_unavailable');

/** Counts one more try of the message, and returns how many they are. */
function counted(tries: Map<string, number>, message: string): number {
  const count = (tries.get(message) ?? 0) + 1;
  tries.set(message, count);
  return count;
}

/**
 * Counts the failed tries of each message. A try does not count while our own database or the bus is away: parking would
 * only turn an outage into manual work. Of an unknown value the tries do not count either, but the time of its partition
 * does: once it is spent, messages with unknown values are parked at once, so that many of them cannot block it.
 */
export function countAttempts({
  newerPatienceMs = NEWER_PATIENCE_MS,
  now = () => performance.now(),
}: {
  newerPatienceMs?: number | undefined;
  now?: () => number;
} = {}) {
  const tries = new Map<string, number>();
  /** Tries with an unknown value: what fails in another way later has all of its own tries. */
  const unknownTries = new Map<string, number>();
  /** By partition, when the first and the last unknown value of an update came. */
  const newer = new Map<string, { since: number; last: number }>();

  function isWorthWaiting(message: string): boolean {
    const partition = message.slice(0, message.lastIndexOf('/'));
    const last = now();
    const known = newer.get(partition);
    const since = known && last - known.last < NEWER_QUIET_MS ? known.since : last;
    newer.set(partition, { since, last });
    return last - since < newerPatienceMs;
  }

  return {
    /** `message` is its topic, partition and offset, with slashes between. */
    failed(message: string, error: unknown): Verdict {
      if (isServerAway(error)) return { kind: 'wait', ms: SERVER_AWAY_MS };
      if (error instanceof AppError && error.code === UNKNOWN_VALUE) {
        const count = counted(unknownTries, message);
        return isWorthWaiting(message) ? { kind: 'wait', ms: NEWER_WAIT_MS } : { kind: 'park', tries: count };
      }
      const count = counted(tries, message);
      const isHopeless = error instanceof AppError && kindTable[error.kind].consumer === 'park';
      const ms = WAIT_MS[count - 1];
      return isHopeless || ms === undefined ? { kind: 'park', tries: count } : { kind: 'wait', ms };
    },
    done(message: string): void {
      tries.delete(message);
      unknownTries.delete(message);
    },
  };
}
