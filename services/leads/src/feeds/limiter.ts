import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@closingwire/chassis/part';
import { type Queries, sql } from '@closingwire/chassis/pg';
import { feedLimits } from '@closingwire/contracts/shown-limits';
import { FeedError } from './feed-error.ts';

export type Limits = { perSecond: number; perHour: number; perDay: number };

export const usualLimits: Limits = feedLimits;

export type Limiter = {
  /** Waits until a request may start and counts it. Throws `limited` if the hour or the day has no more. */
  start(signal: AbortSignal): Promise<void>;
  /** Call it when the request has its reply. */
  end(): void;
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Counts a request if the limits permit it. A started minute counts whole, so a window is a minute too long. */
const counting = (sourceId: number, now: Date, { perHour, perDay }: Limits) => sql`
  insert into feed_requests as r (source_id, minute, requests)
  select ${sourceId}, date_trunc('minute', ${now}::timestamptz), 1
  where (select coalesce(sum(requests), 0) from feed_requests
      where source_id = ${sourceId} and minute >= ${new Date(now.getTime() - HOUR_MS - MINUTE_MS)}) < ${perHour}
    and (select coalesce(sum(requests), 0) from feed_requests
      where source_id = ${sourceId} and minute >= ${new Date(now.getTime() - 24 * HOUR_MS - MINUTE_MS)}) < ${perDay}
  on conflict (source_id, minute) do update set requests = r.requests + 1
  returning requests`;

/**
 * Returns the limiter of a source. Only one process pulls a source, so the second is counted here and the hour and the
 * day in the database. A second begins with the reply before: the server may count a request when it arrives, which we
 * cannot know.
 */
export function limiterOf(
  { pg, clock, limits }: { pg: Queries; clock: Clock; limits: Limits },
  sourceId: number,
): Limiter {
  const ended: number[] = [];
  return {
    async start(signal) {
      const earlier = ended.length >= limits.perSecond ? ended.shift() : undefined;
      const waitMs = earlier === undefined ? 0 : earlier + SECOND_MS - performance.now();
      // A timer can fire a millisecond early.
      if (waitMs > 0) await sleep(Math.ceil(waitMs) + 1, undefined, { signal });
      if (await pg.returnsRow(counting(sourceId, clock(), limits))) return;
      throw new FeedError(
        'limited',
        `The limit of ${limits.perHour} requests an hour or ${limits.perDay} a day is reached; the pull goes on later`,
        { waitMs: MINUTE_MS },
      );
    },
    end: () => void ended.push(performance.now()),
  };
}
