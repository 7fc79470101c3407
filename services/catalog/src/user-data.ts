import { once } from '@closingwire/chassis/consume';
import type { Clock } from '@closingwire/chassis/part';
import { type Queries, sql } from '@closingwire/chassis/pg';
import { userDeleted } from '@closingwire/contracts/auth';
import type { ExportedFacts } from '@closingwire/contracts/user-facts';
import { releaseAllOf } from './claims/change.ts';
import { lockUser, users } from './replicas.ts';
import { forgetBodies } from './webhook/store.ts';

const user = (id: string) => sql`
  select id, email, first_name as "firstName", last_name as "lastName", industry, status from users where id = ${id}`;

const claims = (userId: string) => sql`
  select id, zip_code as "zipCode", industry, state, assigned_by as "assignedBy", held_until as "heldUntil",
    created_at as "createdAt", changed_at as "changedAt"
  from claims where user_id = ${userId} order by created_at, zip_code`;

const zipWaits = (userId: string) => sql`
  select zip_code as "zipCode", industry, asked_at as "askedAt", offered_at as "offeredAt",
    offer_ends_at as "offerEndsAt"
  from zip_waits where user_id = ${userId} order by zip_code`;

const webhookDeliveries = (userId: string) => sql`
  select d.id, d.zip_code as "zipCode", d.reason, d.state, d.created_at as "createdAt",
    d.finished_at as "finishedAt", coalesce(json_agg(json_build_object('at', a.at,
      'httpStatus', a.http_status, 'error', a.error) order by a.attempt) filter (where a.attempt is not null),
      '[]') as attempts
  from webhook_deliveries d left join webhook_attempts a on a.delivery_id = d.id
  where d.user_id = ${userId} group by d.id order by d.created_at, d.id`;

/** Returns what this service stores about a user, for their export. */
export const userFacts = async (db: Queries, userId: string): Promise<ExportedFacts> => ({
  person: (await db.maybe(user(userId))) ?? null,
  claims: await db.query(claims(userId)),
  zipWaits: await db.query(zipWaits(userId)),
  webhookDeliveries: await db.query(webhookDeliveries(userId)),
});

/**
 * Removes a deleted user's personal data and waits, and releases their claims. A suspended user keeps their claims: an admin may
 * reinstate them.
 */
export const onUserDeleted = (clock: Clock) =>
  once(userDeleted, async ({ data: user }, tx) => {
    await lockUser(tx, user.id);
    await users.forget(tx, user);
    await forgetBodies(tx, user.id);
    await releaseAllOf(tx, user.id, clock());
  });
