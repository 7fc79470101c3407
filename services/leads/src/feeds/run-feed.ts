import { AppError } from '@closingwire/chassis/app-error';
import type { Log } from '@closingwire/chassis/log';
import { backoffMs } from '@closingwire/chassis/retry';
import { pullFeedJob } from '../jobs.ts';
import { FeedError } from './feed-error.ts';
import { type PullDeps, pull } from './pull.ts';
import { dueFeeds, type FeedRow, findFeedToPull, forgetRequests, markEnded, markPulling } from './store.ts';

type Deps = PullDeps & { log: Log; signal: AbortSignal };

const MINUTE_MS = 60_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 15 * MINUTE_MS;

/** Returns the fault of a run. Our own servers being away is a fault that passes, too. */
function faultOf(error: unknown): FeedError {
  if (error instanceof FeedError) return error;
  const isOurs = error instanceof AppError && error.kind === 'unavailable';
  const message = isOurs
    ? 'Rows cannot be stored right now; the pull goes on later'
    : 'The pull failed; see the log';
  return new FeedError('away', message, { cause: error });
}

function pauseAfter({ everyMinutes, failures }: FeedRow, fault: FeedError | undefined): number {
  if (fault?.kind === 'limited') return Math.max(fault.waitMs, 1_000);
  if (fault?.kind === 'away')
    return Math.max(fault.waitMs, backoffMs(failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS));
  return everyMinutes * MINUTE_MS;
}

/** Pulls a feed once, stores how it ended and plans the next pull. A feed that the server refuses has no next one. */
export async function runFeed(deps: Deps, sourceId: number): Promise<void> {
  const { pg, clock, log, signal } = deps;
  const feed = await findFeedToPull(pg, sourceId);
  if (!feed) return;
  await markPulling(pg, feed, clock());
  const fault = await pull(deps, feed, signal).then(() => undefined, faultOf);
  if (signal.aborted) return pg.transaction(tx => pullFeedJob.enqueue(tx, { sourceId }));
  if (fault) log.warn({ err: fault, sourceId, kind: fault.kind }, 'feed not pulled to its end');
  const pauseMs = pauseAfter(feed, fault);
  await pg.transaction(async tx => {
    const now = clock();
    const nextRunAt = new Date(now.getTime() + pauseMs);
    const isCurrent = await markEnded(tx, feed, { nextRunAt, fault, now });
    if (fault?.kind === 'refused' && isCurrent) return;
    await pullFeedJob.enqueue(tx, { sourceId }, { runAt: new Date(Date.now() + (isCurrent ? pauseMs : 0)) });
  });
}

const REMEMBERED_MS = 25 * 60 * MINUTE_MS;

/** Enqueues due pulls: those whose license is valid again, and those whose own job was lost. */
export async function scheduleFeeds({ pg, clock }: Pick<Deps, 'pg' | 'clock'>): Promise<void> {
  const now = clock();
  for (const sourceId of await dueFeeds(pg, now)) {
    await pg.transaction(tx => pullFeedJob.enqueue(tx, { sourceId }));
  }
  await forgetRequests(pg, new Date(now.getTime() - REMEMBERED_MS));
}
