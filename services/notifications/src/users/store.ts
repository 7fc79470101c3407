import { randomBytes } from 'node:crypto';
import { AppError } from '@closingwire/chassis/app-error';
import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { UserState } from '@closingwire/contracts/auth';
import type { ExportedFacts } from '@closingwire/contracts/person-facts';

export type Recipient = { id: string; email: string; firstName: string; lastName: string };

/** Keeps the newest state; answers the one before, or nothing when there was none or this one is stale. */
export async function keepUser(
  tx: Tx,
  user: UserState,
): Promise<{ emailNotifications: boolean } | undefined> {
  const before = await tx.maybe<{ emailNotifications: boolean; version: number }>(
    'select email_notifications as "emailNotifications", version from users where id = $1 for update',
    [user.id],
  );
  await tx.query(
    `insert into users (id, version, email, first_name, last_name, is_active, is_admin, email_notifications,
                        unsubscribe_token)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (id) do update set version = excluded.version, email = excluded.email,
       first_name = excluded.first_name, last_name = excluded.last_name, is_active = excluded.is_active,
       is_admin = excluded.is_admin, email_notifications = excluded.email_notifications
     where users.version < excluded.version and not users.is_deleted`,
    [
      user.id,
      user.version,
      user.email,
      user.firstName,
      user.lastName,
      user.status === 'active',
      user.isAdmin,
      user.emailNotifications,
      newToken(),
    ],
  );
  return before && before.version < user.version ? before : undefined;
}

const newToken = () => randomBytes(24).toString('base64url');

/**
 * Empties everything that names the person; the id stays, so that late events find her gone. Answers the address
 * that she had, and whether she was gone before.
 */
export async function forgetUser(tx: Tx, id: string): Promise<{ email: string; isDeleted: boolean }> {
  const known = await tx.maybe<{ email: string; isDeleted: boolean }>(
    'select email, is_deleted as "isDeleted" from users where id = $1 for update',
    [id],
  );
  await tx.query('delete from opt_outs where user_id = $1', [id]);
  await tx.query(
    `insert into users (id, version, email, first_name, last_name, is_active, is_admin, email_notifications,
                        is_deleted, unsubscribe_token)
     values ($1, 0, '', '', '', false, false, false, true, $2)
     on conflict (id) do update set email = '', first_name = '', last_name = '', is_active = false,
       is_admin = false, email_notifications = false, is_deleted = true`,
    [id, newToken()],
  );
  return known ?? { email: '', isDeleted: false };
}

/** An active person to write to, nothing for a suspended one. Throws `missing` when her events are still to come. */
export async function recipientOf(queries: Queries, userId: string): Promise<Recipient | undefined> {
  const user = await queries.maybe<Recipient & { isActive: boolean }>(
    `select id, email, first_name as "firstName", last_name as "lastName", is_active as "isActive"
     from users where id = $1`,
    [userId],
  );
  if (!user) throw new AppError('missing', 'user_unknown', `Nothing is known yet of user ${userId}`);
  return user.isActive ? user : undefined;
}

/** Whose link it is, and whether notices reach them; undefined for a token that nobody has. */
export function ownerOfToken(
  queries: Queries,
  token: string,
): Promise<{ id: string; email: string; wantsNotices: boolean } | undefined> {
  return queries.maybe(
    `select id, email,
       email_notifications and not exists (select from opt_outs where user_id = users.id) as "wantsNotices"
     from users where unsubscribe_token = $1 and not is_deleted`,
    [token],
  );
}

/** Notes a no; false when it was said before. */
export async function optOut(tx: Tx, userId: string, at: Date): Promise<boolean> {
  const added = await tx.maybe(
    'insert into opt_outs (user_id, opted_out_at) values ($1, $2) on conflict do nothing returning user_id',
    [userId, at],
  );
  return added !== undefined;
}

export async function optInAgain(tx: Tx, userId: string): Promise<void> {
  await tx.query('delete from opt_outs where user_id = $1', [userId]);
}

/** How a notice may reach this person: their unsubscribe token, or nothing when they do not want notices. */
export async function noticeTokenOf(queries: Queries, userId: string): Promise<string | undefined> {
  const row = await queries.maybe<{ token: string }>(
    `select unsubscribe_token as token from users
     where id = $1 and is_active and email_notifications
       and not exists (select from opt_outs where user_id = users.id)`,
    [userId],
  );
  return row?.token;
}

const preferences = `
  select email, first_name as "firstName", last_name as "lastName", email_notifications as "emailNotifications",
    (select opted_out_at from opt_outs where user_id = users.id) as "unsubscribedAt"
  from users where id = $1`;

// What a mail said is not kept once it is sent, and until then may hold a secret.
const mails = `
  select id, template, recipient, state, attempts, created_at as "createdAt", done_at as "doneAt"
  from mails where user_id = $1 or recipient = $2 or reply_to = $2 order by created_at, id`;

const trial = `
  select expires_at as "expiresAt", has_active_payment as "hasActivePayment", zip_count as "zipCount",
    monthly_amount_cents as "monthlyAmountCents"
  from trials where account_id = $1`;

const subscriptions = `
  select id, zip_code as "zipCode", city, state, created_at as "createdAt", cancelled_at as "cancelledAt"
  from subscriptions where account_id = $1 order by created_at, id`;

/** What this service keeps about a person: what she wants to hear, and what was mailed to her. */
export async function personFacts(db: Queries, userId: string, email: string): Promise<ExportedFacts> {
  return {
    preferences: (await db.maybe(preferences, [userId])) ?? null,
    mails: await db.query(mails, [userId, email]),
    trial: (await db.maybe(trial, [userId])) ?? null,
    subscriptions: await db.query(subscriptions, [userId]),
  };
}
