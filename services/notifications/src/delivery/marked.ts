import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { AddressMark, MarkReason } from '@closingwire/contracts/notifications';
import sql, { raw } from 'sql-template-tag';

/** The hash of the address in this SQL expression; upper and lower case are one address. */
export const hashOf = (expression: string) => `sha256(convert_to(lower(${expression}), 'UTF8'))`;

/** SQL: whether the address in this expression gets no notices. */
export const isMarkedSql = (expression: string) =>
  `exists (select from marked_addresses where hash = ${hashOf(expression)} and ended_at is null)`;

export type NewMark = { email: string; reason: MarkReason; at: Date; detail?: string | undefined };

const LONGEST_DETAIL = 500;

/**
 * Marks an address. A report from before the end of an earlier mark changes nothing. A complaint replaces a bounce,
 * because only the user can end it with good reason. The detail is stored only for an address that a user has.
 */
export async function markAddress(tx: Tx, { email, reason, at, detail }: NewMark): Promise<void> {
  await tx.execute(
    sql`insert into marked_addresses as m (hash, reason, since, user_id, detail)
     select sha256(convert_to(lower(${email}::text), 'UTF8')), ${reason}, least(${at}::timestamptz, now()), owner.id, case when owner.id is not null then ${detail?.slice(0, LONGEST_DETAIL) ?? null}::text end
     from (select (select id from users where lower(email) = lower(${email}) and not is_deleted limit 1) as id) owner
     on conflict (hash) do update set reason = excluded.reason, since = excluded.since,
       user_id = excluded.user_id, detail = excluded.detail, ended_at = null
     where excluded.since > m.ended_at
       or m.ended_at is null and m.reason <> 'complained' and excluded.reason = 'complained'`,
  );
}

/** Held until the commit: two requests for a test email come one after the other. */
export async function lockMark(tx: Tx, email: string): Promise<void> {
  await tx.query(`select from marked_addresses where hash = ${hashOf('$1')} for update`, [email]);
}

/** Ends the mark of an address, by default now: whether there was one. Reports from after `at` mark it again. */
export async function endMark(tx: Tx, email: string, at?: Date): Promise<boolean> {
  const ended = await tx.maybe(
    `update marked_addresses set ended_at = least($2, now()), detail = null, user_id = null
     where hash = ${hashOf('$1')} and ended_at is null returning hash`,
    [email, at ?? null],
  );
  return ended !== undefined;
}

type Row = Omit<AddressMark, 'since'> & { since: Date };

const shown = ({ since, ...mark }: Row): AddressMark => ({ ...mark, since: since.toISOString() });

/** Why an address gets no notices; undefined when it gets them. */
export async function markOf(queries: Queries, email: string): Promise<AddressMark | undefined> {
  const row = await queries.maybe<Row>(
    `select reason, since, detail from marked_addresses where hash = ${hashOf('$1')} and ended_at is null`,
    [email],
  );
  return row && shown(row);
}

/** The marks of these users' addresses; nothing for the others. */
export async function marksOfUsers(
  queries: Queries,
  userIds: readonly string[],
): Promise<(AddressMark & { userId: string })[]> {
  const rows = await queries.query<Row & { userId: string }>(
    sql`select u.id as "userId", m.reason, m.since, m.detail
     from users u join marked_addresses m on m.hash = ${raw(hashOf('u.email'))}
     where u.id = any(${userIds}) and not u.is_deleted and m.ended_at is null`,
  );
  return rows.map(row => ({ ...shown(row), userId: row.userId }));
}

/** Forgets what was reported about the addresses that a user no longer has. The hashes stay, so that the marks hold. */
export async function forgetOwner(tx: Tx, userId: string, email: string): Promise<void> {
  await tx.execute(
    `update marked_addresses set detail = null, user_id = null where user_id = $1 and hash <> ${hashOf('$2')}`,
    [userId, email],
  );
}

/** Inserts reports of the mail provider; returns the IDs of those that were not handled before. */
export async function insertMailEvents(tx: Tx, ids: readonly string[], at: Date): Promise<Set<string>> {
  const added = await tx.query<{ id: string }>(
    sql`insert into mail_events (id, received_at) select id, ${at} from unnest(${ids}::text[]) as id order by id
     on conflict do nothing returning id`,
  );
  return new Set(added.map(({ id }) => id));
}

/** Forgets handled reports and ended marks of before then: no provider repeats a report that late. */
export async function forgetOldMarks(queries: Queries, before: Date): Promise<void> {
  await queries.execute(sql`delete from mail_events where received_at < ${before}`);
  await queries.execute(sql`delete from marked_addresses where ended_at < ${before}`);
}
