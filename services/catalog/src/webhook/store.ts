import { empty, type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import type { WebhookAttempt, WebhookDelivery } from '@closingwire/contracts/catalog';

export type Delivery = { id: string; zipCode: string; userId: string; attempts: number };
export type NewDelivery = { id: string; zipCode: string; userId: string; reason: 'assigned' | 'refresh' };

export async function insertDelivery(tx: Tx, delivery: NewDelivery, now: Date): Promise<void> {
  await tx.execute(
    sql`insert into webhook_deliveries (id, zip_code, user_id, reason, state, created_at)
     values (${delivery.id}, ${delivery.zipCode}, ${delivery.userId}, ${delivery.reason}, 'pending', ${now})`,
  );
}

export function findPending(db: Queries, id: string): Promise<Delivery | undefined> {
  return db.maybe<Delivery>(
    sql`select id, zip_code as "zipCode", user_id as "userId", attempts
     from webhook_deliveries where id = ${id} and state = 'pending'`,
  );
}

export function isPendingFor(db: Queries, zipCode: string): Promise<boolean> {
  return db.returnsRow(
    sql`select 1 from webhook_deliveries where zip_code = ${zipCode} and state in ('waiting', 'pending') limit 1`,
  );
}

/** Returns the active user who has had the ZIP longest. It queries `claims` here because claims/ imports this folder. */
export async function longestHolder(db: Queries, zipCode: string): Promise<string | undefined> {
  const row = await db.maybe<{ userId: string }>(
    sql`select c.user_id as "userId" from claims c join users u on u.id = c.user_id and u.status = 'active'
     where c.zip_code = ${zipCode} and c.state = 'confirmed' order by c.created_at, c.id limit 1`,
  );
  return row?.userId;
}

export type Attempt = Omit<WebhookAttempt, 'at'> & { deliveryId: string; at: Date };

/** Stores an attempt. Returns false if another process has stored it; that process also continues the delivery. */
export function logAttempt(tx: Tx, attempt: Attempt): Promise<boolean> {
  return tx.returnsRow(
    sql`with counted as (
       update webhook_deliveries set attempts = ${attempt.attempt}
       where id = ${attempt.deliveryId} and state = 'pending' and attempts = ${attempt.attempt} - 1 returning id)
     insert into webhook_attempts
       (delivery_id, attempt, url, http_status, error, duration_ms, at, request, reply)
     select id, ${attempt.attempt}, ${attempt.url}, ${attempt.httpStatus}, ${attempt.error}, ${attempt.durationMs},
       ${attempt.at}, ${attempt.request}, ${attempt.reply}
     from counted returning delivery_id`,
  );
}

export async function finishDelivery(
  tx: Queries,
  id: string,
  state: 'delivered' | 'failed' | 'skipped',
  now: Date,
): Promise<void> {
  await tx.execute(
    sql`update webhook_deliveries set state = ${state}, finished_at = ${now}
     where id = ${id} and state = 'pending'`,
  );
}

export async function letWait(db: Queries, id: string): Promise<void> {
  await db.execute(
    sql`update webhook_deliveries set state = 'waiting' where id = ${id} and state = 'pending'`,
  );
}

export type Resumed = { id: string; attempts: number };

/** Makes up to `most` deliveries that wait for a webhook address pending, the oldest first, and returns them. */
export function takeWaiting(tx: Tx, most: number): Promise<Resumed[]> {
  return tx.query<Resumed>(
    sql`update webhook_deliveries set state = 'pending' where id in (
       select id from webhook_deliveries where state = 'waiting' order by id limit ${most} for update skip locked)
     returning id, attempts`,
  );
}

/** Makes a delivery pending again, whatever its state. */
export function reopen(tx: Tx, id: string): Promise<Resumed | undefined> {
  return tx.maybe<Resumed>(
    sql`update webhook_deliveries set state = 'pending', finished_at = null
     where id = ${id} returning id, attempts`,
  );
}

/** Deletes the bodies of webhooks about a user. */
export async function forgetBodies(tx: Tx, userId: string): Promise<void> {
  await tx.execute(
    sql`update webhook_attempts set request = null, reply = null
     where delivery_id in (select id from webhook_deliveries where user_id = ${userId})`,
  );
}

export async function deleteFinishedBefore(db: Queries, instant: Date): Promise<void> {
  await db.execute(sql`delete from webhook_deliveries where finished_at < ${instant}`);
}

const view = sql`
  select d.id, d.zip_code as "zipCode", u.email, d.reason, d.state, d.attempts,
    a.http_status as "lastStatus", a.error as "lastError", d.created_at as "createdAt", d.finished_at as "finishedAt"
  from webhook_deliveries d
  left join users u on u.id = d.user_id
  left join webhook_attempts a on a.delivery_id = d.id and a.attempt = d.attempts`;

type Row = Omit<WebhookDelivery, 'createdAt' | 'finishedAt'> & { createdAt: Date; finishedAt: Date | null };

const shown = (row: Row): WebhookDelivery => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

type Page = { page: number; limit: number; state?: WebhookDelivery['state'] | undefined };

/** A page of the deliveries, newest first. Triggers keep the counts by state in `stored_totals`. */
export async function deliveryPage(db: Queries, { page, limit, state }: Page) {
  const inState = state === undefined ? empty : sql`where d.state = ${state}`;
  const rows = await db.query<Row>(
    sql`${view} ${inState} order by d.created_at desc, d.id desc limit ${limit} offset ${(page - 1) * limit}`,
  );
  const counts = await db.one<{ total: number; waiting: number }>(
    sql`select coalesce(sum(amount) filter (where ${state ?? null}::text is null or key = ${state ?? null}::text), 0)::int as total,
       coalesce(sum(amount) filter (where key = 'waiting'), 0)::int as waiting
     from stored_totals where name = 'deliveries'`,
  );
  return { deliveries: rows.map(shown), ...counts };
}

export async function findDelivery(db: Queries, id: string): Promise<WebhookDelivery | undefined> {
  const row = await db.maybe<Row>(sql`${view} where d.id = ${id}`);
  return row && shown(row);
}

export async function triesOf(db: Queries, id: string): Promise<WebhookAttempt[]> {
  const rows = await db.query<Omit<WebhookAttempt, 'at'> & { at: Date }>(
    sql`select attempt, at, url, request, http_status as "httpStatus", reply, error, duration_ms as "durationMs"
     from webhook_attempts where delivery_id = ${id} order by attempt`,
  );
  return rows.map(row => ({ ...row, at: row.at.toISOString() }));
}
