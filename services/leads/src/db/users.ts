import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { UserState } from '@closingwire/contracts/auth';
import { blankAudit } from '../audit.ts';
import { blankExports } from './export-log.ts';

export type Person = Pick<UserState, 'id' | 'email' | 'firstName' | 'lastName'> & { activatedAt: Date };

/** Keeps the newest state of a person. */
export async function saveUser(db: Queries, user: UserState): Promise<void> {
  await db.query(
    `insert into users as u (id, version, email, first_name, last_name, status, activated_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set version = excluded.version, email = excluded.email,
       first_name = excluded.first_name, last_name = excluded.last_name, status = excluded.status
     where u.version < excluded.version and u.status <> 'deleted'`,
    [user.id, user.version, user.email, user.firstName, user.lastName, user.status, user.activatedAt],
  );
}

/** Notes a person from what their token says, when no event about them has arrived yet. */
export async function introduceUser(db: Queries, person: Person): Promise<void> {
  await db.query(
    `insert into users (id, version, email, first_name, last_name, status, activated_at)
     values ($1, 0, $2, $3, $4, 'active', $5) on conflict (id) do nothing`,
    [person.id, person.email, person.firstName, person.lastName, person.activatedAt],
  );
}

/**
 * Forgets who somebody was; the id stays, so that an older event does not bring them back. Their reports stay too,
 * without a name.
 */
export async function forgetUser(
  tx: Tx,
  user: { id: string; version: number; deletedAt: string },
): Promise<void> {
  await tx.query(
    `insert into users as u (id, version, email, first_name, last_name, status, activated_at)
     values ($1, $2, '', '', '', 'deleted', $3)
     on conflict (id) do update
     set version = excluded.version, email = '', first_name = '', last_name = '', status = 'deleted'
     where u.version <= excluded.version`,
    [user.id, user.version, user.deletedAt],
  );
  await tx.query('delete from accounts where id = $1', [user.id]);
  await blankExports(tx, user.id);
  await blankAudit(tx, user.id);
}

export async function findActiveUser(db: Queries, id: string): Promise<{ activatedAt: Date } | undefined> {
  const row = await db.maybe<{ activated_at: Date }>(
    `select activated_at from users where id = $1 and status = 'active'`,
    [id],
  );
  return row && { activatedAt: row.activated_at };
}
