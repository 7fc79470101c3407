import { defineJob } from '@closingwire/chassis/jobs';
import type { Clock } from '@closingwire/chassis/part';
import { type Pg, sql, type Tx } from '@closingwire/chassis/pg';
import { z } from 'zod';
import { publishUser } from './publish-user.ts';
import { lockUsers } from './store.ts';

export const publishAgainJob = defineJob('publish-users-again', z.object({}), { cron: '*/5 * * * *' });

/** Users in one transaction, each with its own event. */
const AT_ONCE = 100;

/** Publishes users that are due and that no other process has locked. Returns their number. */
async function publishSome(tx: Tx, now: Date): Promise<number> {
  const due = await tx.query<{ id: string }>(
    sql`delete from users_to_publish where user_id in (
       select user_id from users_to_publish where due_at <= ${now} order by due_at, user_id limit ${AT_ONCE}
       for update skip locked)
     returning user_id as id`,
  );
  const users = await lockUsers(
    tx,
    due.map(({ id }) => id),
  );
  for (const user of users.values()) await publishUser(tx, user);
  return due.length;
}

/** Publishes the state of users that a migration put into `users_to_publish`: killed in it, the others stay there. */
export async function publishUsersAgain(pg: Pg, clock: Clock): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE; ) {
    taken = await pg.transaction(tx => publishSome(tx, clock()));
  }
}
