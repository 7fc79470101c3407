import type { Bus } from '@closingwire/chassis/bus';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import type { SecretBox } from '@closingwire/chassis/secret-box';
import { changedListings, type Listing, listingIn } from './changes.ts';
import type { DirectoryCache } from './directory.ts';
import { FeedError } from './feed-error.ts';
import { type Limits, limiterOf } from './limiter.ts';
import { type Metadata, parseMetadata } from './metadata.ts';
import { type ODataClient, openClient } from './odata-client.ts';
import { allKeys, rowsByKey, type Service } from './query.ts';
import { reporterOf } from './report-listings.ts';
import { credentialsOf, type FeedRow, markCompared, markSeen, unseenListings } from './store.ts';
import { tokensOf } from './tokens.ts';

export type PullDeps = {
  pg: Pg;
  bus: Bus;
  clock: Clock;
  box: SecretBox;
  cache: DirectoryCache;
  limits: Limits;
  allowPrivate: boolean;
  /** How long a request may take. */
  timeoutMs: number;
};

const PREFERRED_ROWS = 1_000;

/** Returns what the server says about its fields; nothing if it has no `$metadata`. */
async function metadataOf(client: ODataClient): Promise<Metadata> {
  try {
    return parseMetadata(await client.text('$metadata'));
  } catch (error) {
    const isMissing = error instanceof FeedError && [400, 404, 406, 501].includes(error.status ?? 0);
    if (!isMissing) throw error;
    return new Map();
  }
}

/** Opens the service of a feed: gets a token and reads the metadata. */
export async function openService(
  deps: Omit<PullDeps, 'bus' | 'cache'>,
  feed: FeedRow,
  signal: AbortSignal,
): Promise<Service> {
  const { allowPrivate, timeoutMs } = deps;
  const limiter = limiterOf(deps, feed.sourceId);
  const options = { allowPrivate, timeoutMs, signal };
  const tokens = tokensOf(credentialsOf(feed, deps.box), { ...options, limiter });
  const client = openClient({ ...options, url: feed.url, tokens, limiter, preferredRows: PREFERRED_ROWS });
  return {
    page: client.page,
    metadata: await metadataOf(client),
    originatingSystem: feed.originatingSystem,
    top: PREFERRED_ROWS,
    hasIn: true,
  };
}

const OVERLAP_MS = 20 * 60_000;

/** Returns the time after which the next pull takes changes: rows may become readable later than they changed. */
export const pullsAfter = ({ watermark, pullsFrom }: Pick<FeedRow, 'watermark' | 'pullsFrom'>): string =>
  new Date(Math.max(watermark.getTime() - OVERLAP_MS, pullsFrom.getTime())).toISOString();

/** Listings that are reported together: one batch, one move of the watermark. */
const LISTINGS_AT_ONCE = 1_000;

/** Returns the time of the last listing, at most now: a time in the future must not hide what changes until then. */
function watermarkOf(listings: readonly Listing[], now: Date): Date | undefined {
  const times = listings.map(({ modifiedAt }) => Date.parse(modifiedAt));
  return times.length === 0
    ? undefined
    : new Date(
        Math.min(
          times.reduce((a, b) => Math.max(a, b)),
          now.getTime(),
        ),
      );
}

const DAY_MS = 24 * 3_600_000;

/** Pulls what changed since the watermark. Once a day it also compares all keys. */
export async function pull(deps: PullDeps, feed: FeedRow, signal: AbortSignal): Promise<void> {
  const { clock } = deps;
  const service = await openService(deps, feed, signal);
  const report = reporterOf(deps, service, feed);
  let waiting: Listing[] = [];
  const reportWaiting = async () => {
    const listings = waiting;
    waiting = [];
    const watermark = watermarkOf(listings, clock());
    if (watermark) await report({ listings, watermark });
  };
  for await (const listings of changedListings(service, pullsAfter(feed))) {
    waiting.push(...listings);
    if (waiting.length >= LISTINGS_AT_ONCE) await reportWaiting();
  }
  await reportWaiting();
  if (clock().getTime() - feed.comparedAt.getTime() >= DAY_MS)
    await compareKeys(deps, { feed, service, report });
}

type Comparison = { feed: FeedRow; service: Service; report: ReturnType<typeof reporterOf> };

/**
 * Compares the keys of all closed listings with the server's. Some servers remove a row without a trace, and a listing
 * that is no longer closed leaves the filter. A key that is missing is asked for by itself before it is retracted.
 */
async function compareKeys({ pg, clock }: PullDeps, { feed, service, report }: Comparison): Promise<void> {
  const { sourceId } = feed;
  const now = new Date();
  const reconcile = async (keys: readonly string[]) => {
    for await (const { keys: group, rows } of rowsByKey(service, 'Property', keys)) {
      const listings = rows.map(listingIn).filter(listing => listing !== undefined);
      const present = new Set(listings.map(({ key }) => key));
      await report({ listings, absent: group.filter(key => !present.has(key)) });
    }
  };
  const filter = ["StandardStatus eq 'Closed'", `ModificationTimestamp gt ${feed.pullsFrom.toISOString()}`];
  for await (const keys of allKeys(service, filter)) {
    await reconcile(await markSeen(pg, sourceId, { keys, now }));
  }
  for (let after = ''; ; ) {
    const missing = await unseenListings(pg, sourceId, { now, after, limit: LISTINGS_AT_ONCE });
    const last = missing.at(-1);
    if (last === undefined) break;
    await reconcile(missing);
    after = last;
  }
  await markCompared(pg, feed, clock());
}
