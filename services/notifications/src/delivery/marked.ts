import { type Queries, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import type { AddressMark, MarkReason } from '@closingwire/contracts/notifications';

/** The SQL hash of an address, in lower case. The address is a value or an SQL expression. */
export const hashOf = (address: string | Sql): Sql =>
  sql`sha256(convert_to(lower(${address}::text), 'UTF8'))`;

/** SQL that is true if the address is marked, so that it gets no notices. */
export const isMarked = (address: Sql): Sql =>
  sql`exists (select from marked_addresses where hash = ${hashOf(address)} and ended_at is null)`;

export type NewMark = { email: string; reason: MarkReason; at: Date; detail?: string | undefined };

const LONGEST_DETAIL = 500;

/**
 * Marks an address. A report older than the end of an earlier mark changes nothing. A complaint replaces a bounce,
 * never the reverse. The detail is stored only if a user has the address.
 */
export async function markAddress(tx: Tx, { email, reason, at, detail }: NewMark): Promise<void> {
  await tx.execute(
    sql`insert into marked_addresses as m (hash, reason, since, user_id, detail)
     select ${hashOf(email)}, ${reason}, least(${at}::timestamptz, now()), owner.id,
       case when owner.id is not null then ${detail?.slice(0, LONGEST_DETAIL) ?? null}::text end
     from (select (select id from users where lower(email) = lower(${email}) and not is_deleted limit 1) as id) owner
     on conflict (hash) do update set reason = excluded.reason, since = excluded.since,
       user_id = excluded.user_id, detail = excluded.detail, ended_at = null
     where excluded.since > m.ended_at
       or m.ended_at is null and m.reason <> 'complained' and excluded.reason = 'complained'`,
  );
}

/** Locks a mark until the commit, so that concurrent requests for a test email wait. */
export async function lockMark(tx: Tx, email: string): Promise<void> {
  await tx.query(sql`select from marked_addresses where hash = ${hashOf(email)} for update`);
}

/** Ends a mark, by default now; returns true if there was one. A later report than `at` marks the address again. */
export function endMark(tx: Tx, email: string, at?: Date): Promise<boolean> {
  return tx.returnsRow(
    sql`update marked_addresses set ended_at = least(${at ?? null}, now()), detail = null, user_id = null
     where hash = ${hashOf(email)} and ended_at is null returning hash`,
  );
}

type Row = Omit<AddressMark, 'since'> & { since: Date };

const shown = ({ since, ...mark }: Row): AddressMark => ({ ...mark, since: since.toISOString() });

export async function markOf(queries: Queries, email: string): Promise<AddressMark | undefined> {
  const row = await queries.maybe<Row>(
    sql`select reason, since, detail from marked_addresses where hash = ${hashOf(email)} and ended_at is null`,
  );
  return row && shown(row);
}

export async function marksOfUsers(
  queries: Queries,
  userIds: readonly string[],
): Promise<(AddressMark & { userId: string })[]> {
  const rows = await queries.query<Row & { userId: string }>(
    sql`select u.id as "userId", m.reason, m.since, m.detail
     from users u join marked_addresses m on m.hash = ${hashOf(sql`u.email`)}
     where u.id = any(${userIds}) and not u.is_deleted and m.ended_at is null`,
  );
  return rows.map(row => ({ ...shown(row), userId: row.userId }));
}

/** Deletes the details of a user's former addresses. The hashes, and so the marks, stay. */
export async function forgetOwner(tx: Tx, userId: string, email: string): Promise<void> {
  await tx.execute(
    sql`update marked_addresses set detail = null, user_id = null
     where user_id = ${userId} and hash <> ${hashOf(email)}`,
  );
}

/** Inserts reports of the mail provider; returns the IDs that are new. */
export async function insertMailEvents(tx: Tx, ids: readonly string[], at: Date): Promise<Set<string>> {
  const added = await tx.query<{ id: string }>(
    sql`insert into mail_events (id, received_at) select id, ${at} from unnest(${ids}::text[]) as id order by id
     on conflict do nothing returning id`,
  );
  return new Set(added.map(({ id }) => id));
}

/**
 * Deletes the ids of reports received before `before`, and marks that ended before it. No provider repeats a report
 * that late.
 */
export async function forgetOldMarks(queries: Queries, before: Date): Promise<void> {
  await queries.execute(sql`delete from mail_events where received_at < ${before}`);
  await queries.execute(sql`delete from marked_addresses where ended_at < ${before}`);
}
