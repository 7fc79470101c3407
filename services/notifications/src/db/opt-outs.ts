import type { Queries, Tx } from '@closingwire/chassis/pg';

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
