import type { Queries } from '@closingwire/chassis/pg';
import type { WebhookAttempt, WebhookDelivery } from '@closingwire/contracts/catalog';

const view = `
  select d.id, d.zip_code as "zipCode", p.email, d.reason, d.state, d.attempts,
    a.http_status as "lastStatus", a.error as "lastError", d.created_at as "createdAt", d.finished_at as "finishedAt"
  from webhook_deliveries d
  left join people p on p.id = d.user_id
  left join webhook_attempts a on a.delivery_id = d.id and a.attempt = d.attempts`;

type Row = Omit<WebhookDelivery, 'createdAt' | 'finishedAt'> & { createdAt: Date; finishedAt: Date | null };

const shown = (row: Row): WebhookDelivery => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

type Page = { page: number; limit: number; state?: WebhookDelivery['state'] | undefined };

/** A page of the deliveries, newest first, how many there are in all, and how many wait for an address. */
export async function deliveryPage(db: Queries, { page, limit, state }: Page) {
  const rows = await db.query<Row>(
    `${view} where ($1::text is null or d.state = $1) order by d.created_at desc, d.id desc limit $2 offset $3`,
    [state ?? null, limit, (page - 1) * limit],
  );
  const counts = await db.one<{ total: number; waiting: number }>(
    `select count(*) filter (where $1::text is null or state = $1)::int as total,
       count(*) filter (where state = 'waiting')::int as waiting from webhook_deliveries`,
    [state ?? null],
  );
  return { deliveries: rows.map(shown), ...counts };
}

export async function findDelivery(db: Queries, id: string): Promise<WebhookDelivery | undefined> {
  const row = await db.maybe<Row>(`${view} where d.id = $1`, [id]);
  return row && shown(row);
}

export async function triesOf(db: Queries, id: string): Promise<WebhookAttempt[]> {
  const rows = await db.query<Omit<WebhookAttempt, 'at'> & { at: Date }>(
    `select attempt, at, url, request, http_status as "httpStatus", reply, error, duration_ms as "durationMs"
     from webhook_attempts where delivery_id = $1 order by attempt`,
    [id],
  );
  return rows.map(row => ({ ...row, at: row.at.toISOString() }));
}
