import { on } from '@closingwire/chassis/consume';
import type { Clock } from '@closingwire/chassis/part';
import type { Queries } from '@closingwire/chassis/pg';
import { userDeleted } from '@closingwire/contracts/auth';
import type { ExportedFacts } from '@closingwire/contracts/user-facts';
import { releaseAllOf } from './claims/change.ts';
import { lockUser, users } from './replicas.ts';
import { forgetBodies } from './webhook/store.ts';

const user = `
  select id, email, first_name as "firstName", last_name as "lastName", industry, status from users where id = $1`;

/** Lists of a user, by the name under which they see them. */
const lists = {
  claims: `
    select id, zip_code as "zipCode", industry, state, assigned_by as "assignedBy", held_until as "heldUntil",
      created_at as "createdAt", changed_at as "changedAt"
    from claims where user_id = $1 order by created_at, zip_code`,
  webhookDeliveries: `
    select d.id, d.zip_code as "zipCode", d.reason, d.state, d.created_at as "createdAt",
      d.finished_at as "finishedAt", coalesce(json_agg(json_build_object('at', a.at,
        'httpStatus', a.http_status, 'error', a.error) order by a.attempt) filter (where a.attempt is not null),
        '[]') as attempts
    from webhook_deliveries d left join webhook_attempts a on a.delivery_id = d.id
    where d.user_id = $1 group by d.id order by d.created_at, d.id`,
};

/** What this service keeps about a user: which ZIPs were theirs, and which webhooks named them. */
export async function userFacts(db: Queries, userId: string): Promise<ExportedFacts> {
  const facts: ExportedFacts = { person: (await db.maybe(user, [userId])) ?? null };
  for (const [name, sql] of Object.entries(lists)) facts[name] = await db.query(sql, [userId]);
  return facts;
}

/** Releases what they had, and leaves their id alone. A suspended user keeps their claims: an admin may reinstate them. */
export const onUserDeleted = (clock: Clock) =>
  on(userDeleted, async ({ data: user }, tx) => {
    await lockUser(tx, user.id);
    await users.forget(tx, user);
    await forgetBodies(tx, user.id);
    await releaseAllOf(tx, user.id, clock());
  });
