import { AppError } from '@closingwire/chassis/app-error';
import { likePattern } from '@closingwire/chassis/like-pattern';
import type { Clock } from '@closingwire/chassis/part';
import { join, type Pg, type Queries, type Sql, sql } from '@closingwire/chassis/pg';
import { MOST_COUNTED } from '@closingwire/contracts/counted';
import type { LoggedMail, MailQuery } from '@closingwire/contracts/notifications';
import { forgetOldHashes } from '../delivery/forgotten.ts';
import { forgetOldMarks } from '../delivery/marked.ts';
import { emptyEndedBefore, forgetRecipientsBefore, isReplayable, tryAgain } from '../delivery/store.ts';
import { namesLike, templates, titleOf } from './templates.ts';

const VIEW = sql`
  select id, template, recipient as "to", state, attempts, last_error as reason, created_at as "createdAt",
    done_at as "doneAt", state = 'waiting' or ${isReplayable} as "canReplay"
  from mails`;

type Row = Omit<LoggedMail, 'title' | 'createdAt' | 'doneAt'> & { createdAt: Date; doneAt: Date | null };

const shown = (row: Row): LoggedMail => ({
  ...row,
  title: titleOf(row.template),
  createdAt: row.createdAt.toISOString(),
  doneAt: row.doneAt?.toISOString() ?? null,
});

/**
 * Lists the templates of the stored mails, also ones that no longer exist in the code. Each costs one lookup in an
 * index.
 */
const KINDS = sql`
  with recursive kind (name) as (
    (select template from mails order by template limit 1)
    union all
    select (select template from mails where template > kind.name order by template limit 1)
    from kind where kind.name is not null
  )
  select name from kind where name is not null`;

async function kindsLike(db: Queries, search: string): Promise<string[]> {
  const kinds = await db.query<{ name: string }>(KINDS);
  return namesLike(
    search,
    kinds.map(({ name }) => name),
  );
}

/** The condition that a mail was written in the UTC month that begins at a time without zone. */
const writtenIn = (month: Sql): Sql => sql`(created_at >= ${month} at time zone 'UTC'
  and created_at < (${month} + interval '1 month') at time zone 'UTC')`;

async function matching(db: Queries, { search, state, userId, month }: MailQuery): Promise<Sql> {
  const conditions = [
    sql`true`,
    userId !== undefined && sql`user_id = ${userId}`,
    state !== undefined && sql`state = ${state}`,
    month !== undefined && writtenIn(sql`date_trunc('month', ${month}::timestamp)`),
    search &&
      sql`(recipient ilike ${`%${likePattern(search)}%`} or template = any (${await kindsLike(db, search)}))`,
  ];
  return join(conditions.filter(Boolean), ' and ');
}

/**
 * A page of the mails, newest first, and their number, up to one more than `MOST_COUNTED`. `search` is part of the address, or
 * of the name or title of the template.
 */
export async function mailPage(db: Queries, page: MailQuery) {
  const matches = await matching(db, page);
  const rows = await db.query<Row>(sql`
    ${VIEW} where ${matches}
    order by created_at desc, id desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(sql`
    select count(*)::int as total
    from (select from mails where ${matches} limit ${MOST_COUNTED + 1}) counted`);
  return { mails: rows.map(shown), total };
}

const MONTHS = 6;

/** Selects the number of sent mails by the UTC month in which they were written, newest first. */
export const sentByMonth = (now: Date): Sql => sql`
    select m.month::date::text as month, (
      select count(*)::int from mails where state = 'sent' and ${writtenIn(sql`m.month`)}) as sent
    from (select date_trunc('month', ${now}::timestamptz at time zone 'UTC') - make_interval(months => n) as month
      from generate_series(0, ${MONTHS - 1}::int) n) m
    order by m.month desc`;

export const mailsByMonth = (db: Queries, now: Date): Promise<{ month: string; sent: number }[]> =>
  db.query(sentByMonth(now));

async function findMail(db: Queries, id: string): Promise<LoggedMail | undefined> {
  const row = await db.maybe<Row>(sql`${VIEW} where id = ${id}`);
  return row && shown(row);
}

const mayNot = ({ state }: LoggedMail) =>
  state === 'sent' || state === 'sending'
    ? 'This mail was sent; no mail is sent twice'
    : 'The content of this mail was deleted';

async function mailOf(pg: Pg, id: string): Promise<LoggedMail> {
  const mail = await findMail(pg, id);
  if (!mail) throw new AppError('missing', 'mail_unknown', 'This mail does not exist');
  return mail;
}

/** Enqueues an unsent mail now. Two requests before it is sent send it only once. */
export async function replayMail(pg: Pg, id: string): Promise<LoggedMail> {
  const isTried = await pg.transaction(tx => tryAgain(tx, id));
  const mail = await mailOf(pg, id);
  if (!isTried) throw new AppError('conflict', 'mail_not_replayable', mayNot(mail));
  return mail;
}

const RETENTION_DAYS = 30;
/**
 * An opt-out's outcome is mailed to the recipient of its link. After this time that address is deleted, and a decision
 * is not mailed.
 */
const RECIPIENT_KEPT_DAYS = 90;
const DAY_MS = 24 * 3_600_000;

const forgetting = templates.filter(({ forgetsRecipient }) => forgetsRecipient).map(({ name }) => name);

/** Deletes the content of unsent mails, and the addresses of recipients without an account. */
export async function pruneMails({ pg, clock }: { pg: Pg; clock: Clock }): Promise<void> {
  const daysAgo = (days: number) => new Date(clock().getTime() - days * DAY_MS);
  await emptyEndedBefore(pg, daysAgo(RETENTION_DAYS));
  await forgetRecipientsBefore(pg, forgetting, daysAgo(RECIPIENT_KEPT_DAYS));
  await forgetOldHashes(pg, clock());
  await forgetOldMarks(pg, daysAgo(RECIPIENT_KEPT_DAYS));
}
