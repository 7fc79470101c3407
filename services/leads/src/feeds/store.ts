import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import type { SecretBox } from '@closingwire/chassis/secret-box';
import { FeedError } from './feed-error.ts';
import type { Credentials } from './tokens.ts';

/** A feed as its process reads it. */
export type FeedRow = {
  sourceId: number;
  url: string;
  auth: 'client' | 'token';
  tokenUrl: string | null;
  clientId: string | null;
  sealedSecret: string;
  originatingSystem: string | null;
  everyMinutes: number;
  version: number;
  pullsFrom: Date;
  watermark: Date;
  comparedAt: Date;
  failures: number;
  /** The states of the source's license, null for all. */
  states: string[] | null;
};

/** A feed that may pull: not paused, not stopped, with a valid license. */
const MAY_PULL = sql`not f.is_paused and not f.is_stopped and (s.expires_at is null or s.expires_at > now())`;

const COLUMNS = sql`f.source_id as "sourceId", f.url, f.auth, f.token_url as "tokenUrl", f.client_id as "clientId",
  f.sealed_secret as "sealedSecret", f.originating_system as "originatingSystem", f.every_minutes as "everyMinutes",
  f.version, f.pulls_from as "pullsFrom", f.watermark, f.compared_at as "comparedAt", f.failures, s.states`;

/** Returns a feed, or undefined if there is none or it may not pull. */
export const findFeedToPull = (db: Queries, sourceId: number): Promise<FeedRow | undefined> =>
  db.maybe<FeedRow>(
    sql`select ${COLUMNS} from feeds f join sources s on s.id = f.source_id where f.source_id = ${sourceId} and ${MAY_PULL}`,
  );

/** Returns a feed whatever its state, or undefined if there is none. */
export const findFeed = (db: Queries, sourceId: number): Promise<FeedRow | undefined> =>
  db.maybe<FeedRow>(
    sql`select ${COLUMNS} from feeds f join sources s on s.id = f.source_id where f.source_id = ${sourceId}`,
  );

/** Returns the sources whose pull is due. */
export async function dueFeeds(db: Queries, now: Date): Promise<number[]> {
  const rows = await db.query<{ sourceId: number }>(
    sql`select f.source_id as "sourceId" from feeds f join sources s on s.id = f.source_id
     where f.next_run_at <= ${now} and ${MAY_PULL}
       and (f.pulling_since is null or f.pulling_since < ${now}::timestamptz - interval '1 hour')`,
  );
  return rows.map(({ sourceId }) => sourceId);
}

/** Opens the secret of a feed. */
export function credentialsOf(
  { auth, tokenUrl, clientId, sealedSecret }: FeedRow,
  box: SecretBox,
): Credentials {
  let secret: string;
  try {
    secret = box.open(sealedSecret);
  } catch (cause) {
    throw new FeedError(
      'refused',
      'The stored secret cannot be read with this SERVICE_SECRET; enter it again',
      {
        cause,
      },
    );
  }
  if (auth === 'token') return { kind: 'token', token: secret };
  return { kind: 'client', tokenUrl: tokenUrl ?? '', clientId: clientId ?? '', clientSecret: secret };
}

type Run = Pick<FeedRow, 'sourceId' | 'version'>;

export const markPulling = (db: Queries, { sourceId, version }: Run, now: Date): Promise<void> =>
  db.execute(
    sql`update feeds set pulling_since = ${now}, last_run_at = ${now} where source_id = ${sourceId} and version = ${version}`,
  );

/** Stores how a run ended. Returns false if the settings changed meanwhile: another run follows. */
export async function markEnded(
  tx: Tx,
  { sourceId, version }: Run,
  { nextRunAt, fault, now }: { nextRunAt: Date; fault: FeedError | undefined; now: Date },
): Promise<boolean> {
  const isStopped = fault?.kind === 'refused';
  // A limit is no failure: the pull goes on by itself.
  const isFailure = fault?.kind === 'away';
  return tx.returnsRow(
    sql`update feeds set pulling_since = null, next_run_at = ${nextRunAt}, is_stopped = ${isStopped},
       failures = case when ${isFailure}::boolean then failures + 1 when ${fault !== undefined}::boolean then failures else 0 end,
       fault_status = ${fault?.status ?? null}, fault_message = ${fault?.message ?? null},
       fault_at = ${fault ? now : null}::timestamptz,
       last_success_at = case when ${fault !== undefined}::boolean then last_success_at else ${now}::timestamptz end
     where source_id = ${sourceId} and version = ${version} returning source_id`,
  );
}

export type ListingState = 'shown' | 'left-out' | 'retracted';

export type KnownListing = {
  key: string;
  modifiedAt: Date;
  state: ListingState;
  identity: string | null;
  content: string | null;
};

/** Returns what is known of these listings. */
export async function knownListings(
  db: Queries,
  sourceId: number,
  keys: readonly string[],
): Promise<Map<string, KnownListing>> {
  const rows = await db.query<KnownListing>(
    sql`select listing_key as key, modified_at as "modifiedAt", state, identity, content from feed_listings
     where source_id = ${sourceId} and listing_key = any(${keys}::text[])`,
  );
  return new Map(rows.map(row => [row.key, row]));
}

export type ReportedListing = Omit<KnownListing, 'modifiedAt'> & { modifiedAt: string };

/** Stores the states of listings. */
export async function upsertListings(
  tx: Tx,
  sourceId: number,
  listings: readonly ReportedListing[],
): Promise<void> {
  if (listings.length === 0) return;
  const column = <K extends keyof ReportedListing>(name: K) => listings.map(listing => listing[name]);
  await tx.execute(
    sql`insert into feed_listings (source_id, listing_key, modified_at, state, identity, content)
     select ${sourceId}, * from unnest(${column('key')}::text[], ${column('modifiedAt')}::timestamptz[],
       ${column('state')}::text[], ${column('identity')}::text[], ${column('content')}::text[])
     on conflict (source_id, listing_key) do update
     set modified_at = excluded.modified_at, state = excluded.state, identity = excluded.identity,
       content = excluded.content`,
  );
}

export type PulledCounts = { listings: number; rows: number; leftOut: number; retracted: number };

/**
 * Moves the watermark forward and adds counts. Throws `limited` if the settings changed since the run began: its
 * rows are repeated with the new ones.
 */
export async function moveWatermark(
  tx: Tx,
  { sourceId, version }: Run,
  { watermark, counts }: { watermark: Date | undefined; counts: PulledCounts },
): Promise<void> {
  const isCurrent = await tx.returnsRow(
    sql`update feeds set watermark = greatest(watermark, ${watermark ?? null}::timestamptz), pulling_since = now(),
       listings = listings + ${counts.listings}, lead_rows = lead_rows + ${counts.rows},
       left_out = left_out + ${counts.leftOut}, retracted = retracted + ${counts.retracted}
     where source_id = ${sourceId} and version = ${version} and not is_paused returning source_id`,
  );
  if (!isCurrent) throw new FeedError('limited', 'The settings of the feed changed; it begins again');
}

/** Marks the listings that the server has, and returns the other keys, or those that are retracted here. */
export async function markSeen(
  db: Queries,
  sourceId: number,
  { keys, now }: { keys: readonly string[]; now: Date },
): Promise<string[]> {
  const known = await db.query<{ key: string }>(
    sql`update feed_listings set seen_at = ${now}
     where source_id = ${sourceId} and listing_key = any(${keys}::text[]) and state <> 'retracted'
     returning listing_key as key`,
  );
  const isKnown = new Set(known.map(({ key }) => key));
  return keys.filter(key => !isKnown.has(key));
}

/** Returns some of the shown listings that a comparison since `now` did not find, after a key. */
export async function unseenListings(
  db: Queries,
  sourceId: number,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    sql`select listing_key as key from feed_listings
     where source_id = ${sourceId} and state <> 'retracted' and (seen_at is null or seen_at < ${now})
       and listing_key > ${after} order by listing_key limit ${limit}`,
  );
  return rows.map(({ key }) => key);
}

export const markCompared = (db: Queries, { sourceId, version }: Run, now: Date): Promise<void> =>
  db.execute(
    sql`update feeds set compared_at = ${now} where source_id = ${sourceId} and version = ${version}`,
  );

export const forgetRequests = (db: Queries, before: Date): Promise<void> =>
  db.execute(sql`delete from feed_requests where minute < ${before}`);
