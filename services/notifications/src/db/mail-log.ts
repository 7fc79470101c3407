import type { Queries } from '@closingwire/chassis/pg';
import type { LoggedMail } from '@closingwire/contracts/notifications';
import { namesTitled, titleOf } from '../mails/template-named.ts';

const view = `
  select id, template, recipient as "to", state, attempts, last_error as reason, created_at as "createdAt",
    done_at as "doneAt",
    (state = 'waiting' or state in ('skipped', 'refused', 'unknown') and emptied_at is null) as "canReplay"
  from mails`;

type Row = Omit<LoggedMail, 'title' | 'createdAt' | 'doneAt'> & { createdAt: Date; doneAt: Date | null };

const shown = (row: Row): LoggedMail => ({
  ...row,
  title: titleOf(row.template),
  createdAt: row.createdAt.toISOString(),
  doneAt: row.doneAt?.toISOString() ?? null,
});

type Page = {
  page: number;
  limit: number;
  search?: string | undefined;
  state?: LoggedMail['state'] | undefined;
};

const SOUGHT = `($1::text is null or recipient ilike $1 or template ilike $1 or template = any ($3))
  and ($2::text is null or state = $2)`;

/** A page of the mails, newest first. `search` is part of the address, or of the name or title of the kind. */
export async function mailPage(db: Queries, { page, limit, search, state }: Page) {
  const part = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null;
  const sought = [part, state ?? null, search ? namesTitled(search) : []];
  const rows = await db.query<Row>(
    `${view} where ${SOUGHT} order by created_at desc, id desc limit $4 offset $5`,
    [...sought, limit, (page - 1) * limit],
  );
  const { total } = await db.one<{ total: number }>(
    `select count(*)::int as total from mails where ${SOUGHT}`,
    sought,
  );
  return { mails: rows.map(shown), total };
}

export async function findMail(db: Queries, id: string): Promise<LoggedMail | undefined> {
  const row = await db.maybe<Row>(`${view} where id = $1`, [id]);
  return row && shown(row);
}
