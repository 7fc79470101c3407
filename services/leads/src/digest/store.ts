import { AppError } from '@closingwire/chassis/app-error';
import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import type { DigestChange, DigestReply, DigestSettings } from '@closingwire/contracts/digest';
import { isReadable } from '../lists/standing.ts';
import { isNotDeleted } from '../not-deleted.ts';

type Times = { nextAt: Date | null; lastSentAt: Date | null };
export type StoredDigest = DigestSettings &
  Times & { viewId: string | null; isViewEmpty: boolean; areListsClosed: boolean };

const SETTINGS = sql`d.frequency, d.weekday, d.local_time as "localTime", d.time_zone as "timeZone"`;
/** Whether the view of a digest `d` names ZIPs, and its account has none of them. */
const IS_VIEW_EMPTY = sql`exists (
  select from views v where v.id = d.view_id and v.zips <> '{}' and not exists (
    select from subscriptions s
    where s.account_id = d.account_id and s.cancelled_at is null and s.zip = any(v.zips)))`;

/** Selects whether the account of a digest `d` has ZIPs, and may read none of them. */
const areListsClosed = (now: Date) => sql`(
  select count(*) > 0 and count(*) filter (where ${isReadable(now)}) = 0
  from subscriptions s left join accounts a on a.id = s.account_id
  where s.account_id = d.account_id and s.cancelled_at is null)`;

const columnsAt = (now: Date) =>
  sql`${SETTINGS}, d.view_id as "viewId", ${IS_VIEW_EMPTY} as "isViewEmpty", ${areListsClosed(now)} as "areListsClosed", d.next_at as "nextAt", d.last_sent_at as "lastSentAt"`;

export const toDigestReply = ({ nextAt, lastSentAt, ...settings }: StoredDigest): DigestReply => ({
  ...settings,
  nextAt: nextAt?.toISOString() ?? null,
  lastSentAt: lastSentAt?.toISOString() ?? null,
});

export const findDigest = (db: Queries, accountId: string, now: Date): Promise<StoredDigest | undefined> =>
  db.maybe<StoredDigest>(sql`select ${columnsAt(now)} from digests d where d.account_id = ${accountId}`);

/** Locks a view against deletion. Views are locked before digests, as their deletion does. */
async function holdView(tx: Tx, accountId: string, viewId: string): Promise<void> {
  const held = sql`select from views where id = ${viewId} and account_id = ${accountId} for key share`;
  if (await tx.returnsRow(held)) return;
  throw new AppError('missing', 'not_found', `Expected one of your saved views, got the id ${viewId}`);
}

/** Stores when an account's digests come, and the view. The agents that it has not got yet stay the same. */
export async function storeSettings(
  tx: Tx,
  accountId: string,
  { frequency, weekday, localTime, timeZone, viewId, nextAt }: DigestChange & { nextAt: Date | null },
  now: Date,
): Promise<StoredDigest> {
  if (viewId) await holdView(tx, accountId, viewId);
  const stored = await tx.maybe<StoredDigest>(
    sql`insert into digests as d (account_id, frequency, weekday, local_time, time_zone, next_at, view_id)
     select ${accountId}::uuid, ${frequency}, ${weekday}::smallint, ${localTime}, ${timeZone}, ${nextAt}::timestamptz,
       ${viewId ?? null}::uuid
     where ${isNotDeleted(sql`${accountId}::uuid`)}
     on conflict (account_id) do update set frequency = excluded.frequency, weekday = excluded.weekday,
       local_time = excluded.local_time, time_zone = excluded.time_zone, next_at = excluded.next_at,
       view_id = case when ${viewId !== undefined} then excluded.view_id else d.view_id end
     returning ${columnsAt(now)}`,
  );
  if (!stored) throw new AppError('unauthenticated', 'unauthenticated', 'This account was deleted');
  return stored;
}

/** Whether the user turned notices off. */
export const wantsNoEmail = (db: Queries, accountId: string): Promise<boolean> =>
  db.returnsRow(sql`select from users where id = ${accountId} and email_notifications is false`);

/** Whether the account has none of the ZIPs that the view of its digest names. */
export const isViewEmpty = (db: Queries, accountId: string): Promise<boolean> =>
  db.returnsRow(sql`select from digests d where d.account_id = ${accountId} and ${IS_VIEW_EMPTY}`);

export const deleteDigest = (tx: Tx, accountId: string): Promise<void> =>
  tx.execute(sql`delete from digests where account_id = ${accountId}`);

/** A digest that this transaction has locked. */
export type LockedDigest = DigestSettings & {
  accountId: string;
  lastSentAt: Date | null;
  askedAt: Date | null;
};

const LOCKED = sql`d.account_id as "accountId", ${SETTINGS}, d.last_sent_at as "lastSentAt", d.asked_at as "askedAt"`;

/** Locks digests that are due and that no other process plans now. */
export const lockDue = (tx: Tx, now: Date, limit: number): Promise<LockedDigest[]> =>
  tx.query<LockedDigest>(
    sql`select ${LOCKED} from digests d where d.next_at <= ${now} order by d.next_at limit ${limit}
     for update skip locked`,
  );

/** Locks the digest of an account if it is due and no other process plans it now. */
export const lockIfDue = (tx: Tx, accountId: string, now: Date): Promise<LockedDigest | undefined> =>
  tx.maybe<LockedDigest>(
    sql`select ${LOCKED} from digests d where d.account_id = ${accountId} and d.next_at <= ${now}
     for update skip locked`,
  );

export const lockDigest = (tx: Tx, accountId: string): Promise<LockedDigest> =>
  tx.one<LockedDigest>(sql`select ${LOCKED} from digests d where d.account_id = ${accountId} for update`);

export const storeAsked = (tx: Tx, accountId: string, now: Date): Promise<void> =>
  tx.execute(sql`update digests set asked_at = ${now} where account_id = ${accountId}`);

type Advance = {
  /** Accounts whose news were read up to `through`. */
  read: readonly string[];
  /** The accounts that get an email. */
  sent: readonly string[];
  through: string;
  now: Date;
};

/** Stores up to when these accounts have got their agents. */
export const advanceThrough = (tx: Tx, { read, sent, through, now }: Advance): Promise<void> =>
  tx.execute(
    sql`update digests set last_through = greatest(last_through, ${through}::timestamptz),
       last_sent_at = case when account_id = any(${sent}::uuid[]) then ${now}::timestamptz else last_sent_at end
     where account_id = any(${read}::uuid[])`,
  );

export const storeNextTimes = (
  tx: Tx,
  planned: readonly { accountId: string; nextAt: Date | null }[],
): Promise<void> =>
  tx.execute(
    sql`update digests d set next_at = p.next_at
     from unnest(${planned.map(({ accountId }) => accountId)}::uuid[],
       ${planned.map(({ nextAt }) => nextAt)}::timestamptz[]) as p (account_id, next_at)
     where d.account_id = p.account_id`,
  );

/** Moves a digest that is due. Changes nothing if another process planned it meanwhile. */
export const postpone = (db: Queries, accountId: string, now: Date, until: Date): Promise<void> =>
  db.execute(
    sql`update digests set next_at = ${until} where account_id = ${accountId} and next_at <= ${now}`,
  );
