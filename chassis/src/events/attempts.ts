import { UNKNOWN_VALUE } from '../kafka/unknown-values.ts';
import { AppError, kindTable } from '../process/app-error.ts';
import { isDatabaseAway } from '../process/database-error.ts';

/** Waits between tries: about ten seconds in all, so a partition never waits long. */
const WAIT_MS = [200, 1_000, 3_000, 6_000] as const;
const SERVER_AWAY_MS = 1_000;

/** A partition must wait less than a minute; a rolling update usually brings a newer consumer within this time. */
const NEWER_PATIENCE_MS = 50_000;
const NEWER_WAIT_MS = 2_000;
/**
 * If an unknown value comes more than this after the last one, it belongs to another update, and its wait begins
 * again.
 */
const NEWER_QUIET_MS = 5 * 60_000;

/** Retry after a wait, or park the message. */
export type Verdict = { kind: 'wait'; ms: number } | { kind: 'park'; tries: number };

/** Returns true if our database or the bus is away: the message is not at fault. */
export const isServerAway = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof AppError && error.code === 'bus_unavailable');

function counted(tries: Map<string, number>, message: string): number {
  const count = (tries.get(message) ?? 0) + 1;
  tries.set(message, count);
  return count;
}

/**
 * Counts the failed tries of each message. Tries during an outage of our database or the bus do not count: parking would only
 * add manual work. Unknown values have a time limit for each partition instead; after it they are parked at once, so a large
 * number of them cannot block the partition.
 */
export function countAttempts({
  newerPatienceMs = NEWER_PATIENCE_MS,
  now = () => performance.now(),
}: {
  newerPatienceMs?: number | undefined;
  now?: () => number;
} = {}) {
  const tries = new Map<string, number>();
  /** Apart from `tries`: a message that later fails in another way still has all its tries. */
  const unknownTries = new Map<string, number>();
  /** The times of the first and the last unknown value of an update, by partition. */
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
    /** `message`: topic/partition/offset. */
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
