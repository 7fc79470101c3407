import { AppError } from '@closingwire/chassis/app-error';
import { likePattern } from '@closingwire/chassis/like-pattern';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Queries } from '@closingwire/chassis/pg';
import { MOST_COUNTED } from '@closingwire/contracts/counted';
import type { LoggedMail } from '@closingwire/contracts/notifications';
import sql, { raw } from 'sql-template-tag';
import { forgetOldHashes } from '../delivery/forgotten.ts';
import { forgetOldMarks } from '../delivery/marked.ts';
import { emptyEndedBefore, forgetRecipientsBefore, tryAgain } from '../delivery/store.ts';
import { namesLike, templates, titleOf } from './templates.ts';

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

const SOUGHT = `($1::text is null or recipient ilike $1 or template = any ($3))
  and ($2::text is null or state = $2)`;

/** The kinds of the mails that are stored, also of those that are sent no more; each is one look into an index. */
const KINDS = `
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

/**
 * A page of the mails, newest first, and how many there are, up to one more than `MOST_COUNTED`. `search` is part of the
 * address, or of the name or title of the kind.
 */
export async function mailPage(db: Queries, { page, limit, search, state }: Page) {
  const part = search ? `%${likePattern(search)}%` : null;
  const sought = [part, state ?? null, search ? await kindsLike(db, search) : []];
  const rows = await db.query<Row>(
    `${view} where ${SOUGHT} order by created_at desc, id desc limit $4 offset $5`,
    [...sought, limit, (page - 1) * limit],
  );
  const { total } = await db.one<{ total: number }>(
    `select count(*)::int as total from (select from mails where ${SOUGHT} limit ${MOST_COUNTED + 1}) counted`,
    sought,
  );
  return { mails: rows.map(shown), total };
}

async function findMail(db: Queries, id: string): Promise<LoggedMail | undefined> {
  const row = await db.maybe<Row>(sql`${raw(view)} where id = ${id}`);
  return row && shown(row);
}

const mayNot = ({ state }: LoggedMail) =>
  state === 'sent' || state === 'sending'
    ? 'This mail was sent; no mail is sent twice'
    : 'What this mail said is no longer kept';

async function mailOf(pg: Pg, id: string): Promise<LoggedMail> {
  const mail = await findMail(pg, id);
  if (!mail) throw new AppError('missing', 'mail_unknown', 'This mail does not exist');
  return mail;
}

/** Tries a mail again now that was not sent. Asked twice before it left, it leaves once. */
export async function replayMail(pg: Pg, id: string): Promise<LoggedMail> {
  const isTried = await pg.transaction(tx => tryAgain(tx, id));
  const mail = await mailOf(pg, id);
  if (!isTried) throw new AppError('conflict', 'mail_not_replayable', mayNot(mail));
  return mail;
}

const RETENTION_DAYS = 30;
/** An outcome goes to the address of the link, so whatever is decided later than this is mailed to nobody. */
const RECIPIENT_KEPT_DAYS = 90;
const DAY_MS = 24 * 3_600_000;

const passing = templates.filter(({ forgetsRecipient }) => forgetsRecipient).map(({ name }) => name);

/** Forgets the content of mails that were not sent, and the addresses of those without an account; outcomes stay. */
export async function pruneMails({ pg, clock }: { pg: Pg; clock: Clock }): Promise<void> {
  const daysAgo = (days: number) => new Date(clock().getTime() - days * DAY_MS);
  await emptyEndedBefore(pg, daysAgo(RETENTION_DAYS));
  await forgetRecipientsBefore(pg, passing, daysAgo(RECIPIENT_KEPT_DAYS));
  await forgetOldHashes(pg, clock());
  await forgetOldMarks(pg, daysAgo(RECIPIENT_KEPT_DAYS));
}
