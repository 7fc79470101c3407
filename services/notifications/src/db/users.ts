import { randomBytes } from 'node:crypto';
import { AppError } from '@closingwire/chassis/app-error';
import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { UserState } from '@closingwire/contracts/auth';

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
