import { AppError } from '@closingwire/chassis/app-error';
import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import type { UserState } from '@closingwire/contracts/auth';
import { forgetOwner } from '../delivery/marked.ts';
import { users } from '../replicas.ts';

/** Whether a row of `users` wants notices. */
const WANTS_NOTICES = sql`(email_notifications and not exists (select from opt_outs where user_id = users.id))`;

export type Recipient = { id: string; email: string; firstName: string; lastName: string };

/** Stores a newer state of the user. If it turns notices on again, it ends an unsubscribe. */
export async function applyUser(tx: Tx, user: UserState): Promise<void> {
  const before = await tx.maybe<{ emailNotifications: boolean }>(
    sql`select email_notifications as "emailNotifications" from users where id = ${user.id} for update`,
  );
  const isNewer = await users.upsertIfNewer(tx, user);
  if (isNewer) await forgetOwner(tx, user.id, user.email);
  if (isNewer && before?.emailNotifications === false && user.emailNotifications) {
    await deleteDecline(tx, user.id);
  }
}

/** Deletes a user's data. Returns the address that was stored, and whether the user was deleted before. */
export async function forgetUser(
  tx: Tx,
  deleted: { id: string; version: number },
): Promise<{ email: string; isDeleted: boolean }> {
  const known = await tx.maybe<{ email: string; isDeleted: boolean }>(
    sql`select email, is_deleted as "isDeleted" from users where id = ${deleted.id} for update`,
  );
  await tx.execute(sql`delete from opt_outs where user_id = ${deleted.id}`);
  await forgetOwner(tx, deleted.id, '');
  await users.forget(tx, deleted);
  return known ?? { email: '', isDeleted: false };
}

/**
 * Throws `missing` until the user's first event has arrived, so that the consumer retries. An unknown user would look
 * like one without notices.
 */
export async function requireKnownUser(queries: Queries, userId: string): Promise<void> {
  await recipientOf(queries, userId);
}

/**
 * Returns an active user and locks them against deletion; undefined for a suspended or deleted one. Throws `missing`
 * until their first event.
 */
export async function recipientOf(queries: Queries, userId: string): Promise<Recipient | undefined> {
  const user = await queries.maybe<Recipient & { isActive: boolean }>(
    sql`select id, email, first_name as "firstName", last_name as "lastName", is_active as "isActive"
     from users where id = ${userId} for key share`,
  );
  if (!user) throw new AppError('missing', 'user_unknown', `No event of user ${userId} has arrived yet`);
  return user.isActive ? user : undefined;
}

/**
 * Returns the address of an active user who wants notices, and locks the user against deletion; undefined for others.
 * Throws `missing` until their first event. One query, because digests come by the hundred thousand.
 */
export async function noticeAddressOf(queries: Queries, userId: string): Promise<string | undefined> {
  const user = await queries.maybe<{ email: string; wantsNotices: boolean }>(
    sql`select email, is_active and ${WANTS_NOTICES} as "wantsNotices" from users where id = ${userId} for key share`,
  );
  if (!user) throw new AppError('missing', 'user_unknown', `No event of user ${userId} has arrived yet`);
  return user.wantsNotices ? user.email : undefined;
}

/** Returns the owner of an unsubscribe token; undefined for an unknown one. */
export function ownerOfToken(
  queries: Queries,
  token: string,
): Promise<{ id: string; email: string; wantsNotices: boolean } | undefined> {
  return queries.maybe(
    sql`select id, email,
       ${WANTS_NOTICES} as "wantsNotices"
     from users where unsubscribe_token = ${token} and not is_deleted`,
  );
}

/**
 * Stores that a user declined notices. Returns false if they declined before. The table `opt_outs` is not about the
 * opt-outs of agents.
 */
export function insertDecline(tx: Tx, userId: string, at: Date): Promise<boolean> {
  return tx.returnsRow(
    sql`insert into opt_outs (user_id, opted_out_at) values (${userId}, ${at})
     on conflict do nothing returning user_id`,
  );
}

async function deleteDecline(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`delete from opt_outs where user_id = ${userId}`);
}

/** Returns the unsubscribe token of a user who wants notices; undefined for others. */
export async function noticeTokenOf(queries: Queries, userId: string): Promise<string | undefined> {
  const row = await queries.maybe<{ token: string }>(
    sql`select unsubscribe_token as token from users
     where id = ${userId} and is_active and ${WANTS_NOTICES}`,
  );
  return row?.token;
}
