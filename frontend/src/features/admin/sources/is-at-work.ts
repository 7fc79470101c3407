import type { Feed } from '@closingwire/contracts/sources';

/** Returns whether a feed pulls, or its pull is due. */
export function isAtWork(feed: Pick<Feed, 'state' | 'nextRunAt'> | null, now: Date): boolean {
  if (!feed) return false;
  const isDue = feed.nextRunAt !== null && Date.parse(feed.nextRunAt) <= now.getTime();
  return feed.state === 'pulling' || isDue;
}
