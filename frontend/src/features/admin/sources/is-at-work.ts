import type { Feed } from '@closingwire/contracts/sources';

export const isDue = ({ nextRunAt }: Pick<Feed, 'nextRunAt'>, now: Date): boolean =>
  nextRunAt !== null && Date.parse(nextRunAt) <= now.getTime();

/** Returns whether a feed pulls, or its pull is due. */
export const isAtWork = (feed: Pick<Feed, 'state' | 'nextRunAt'> | null, now: Date): boolean =>
  feed !== null && (feed.state === 'pulling' || isDue(feed, now));
