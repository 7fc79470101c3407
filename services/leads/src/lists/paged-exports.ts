import { AppError } from '@closingwire/chassis/app-error';
import { type Pg, sql, type Tx } from '@closingwire/chassis/pg';
import { isNotDeleted } from '../not-deleted.ts';
import { forgetBeyondMost, type HeldRows, insertParts, lockExports } from './kept-exports.ts';

/* Exports that a client reads page by page, and writes as one file. */

const missing = () => new AppError('missing', 'not_found', 'There is no such export');

type PagedExport = { id: string; accountId: string; filters: object; mostPerMinute: number };

const MINUTE_S = 60;

/** Throws `too-many` if the account began its exports of a minute. Each new ID stores rows, and the gateway counts none. */
async function refuseTooMany(tx: Tx, { id, accountId, mostPerMinute }: PagedExport, at: Date): Promise<void> {
  const { begun, isNew } = await tx.one<{ begun: number; isNew: boolean }>(
    sql`select count(*)::int as begun, not exists (select from kept_exports k where k.id = ${id}) as "isNew"
     from kept_exports where account_id = ${accountId}
       and made_at > ${at}::timestamptz - make_interval(secs => ${MINUTE_S})`,
  );
  if (!isNew || begun < mostPerMinute) return;
  const text = `Expected at most ${mostPerMinute} exports in a minute; got one more. Try again in ${MINUTE_S} seconds`;
  throw new AppError('too-many', 'too_many_requests', text, { detail: { retryAfterSeconds: MINUTE_S } });
}

/**
 * Stores the export with its first page; returns whether it is new. Throws `missing` for another account's, `too-many` for
 * one too many.
 */
async function begin(tx: Tx, asked: PagedExport, at: Date): Promise<boolean> {
  const { id, accountId, filters } = asked;
  await lockExports(tx, accountId);
  await refuseTooMany(tx, asked, at);
  const isNew = await tx.returnsRow(
    sql`insert into kept_exports (id, account_id, made_at, format, preset, filters, is_only_new, closings, is_sent)
     select ${id}::uuid, ${accountId}::uuid, ${at}, 'csv', 'list', ${filters}, false, 0, false
     where ${isNotDeleted(sql`${accountId}::uuid`)}
     on conflict (id) do nothing returning id`,
  );
  if (isNew) {
    await forgetBeyondMost(tx, accountId);
    return true;
  }
  const isOwn = await tx.returnsRow(
    sql`select from kept_exports where id = ${id} and account_id = ${accountId} for update`,
  );
  if (!isOwn) throw missing();
  return false;
}

/** Keeps the rows of a page; the same page again changes nothing. Returns whether it is the first of its export. */
export function keepPage(pg: Pg, asked: PagedExport, held: HeldRows, at: Date): Promise<boolean> {
  return pg.transaction(async tx => {
    const isNew = await begin(tx, asked, at);
    await tx.execute(
      sql`${insertParts(asked, held)}
       on conflict (export_id, zip) do update set
         agent_ids = p.agent_ids || array(select a from unnest(excluded.agent_ids, excluded.closing_ids) u (a, c)
           where not exists (select from unnest(p.closing_ids) known (id) where known.id = c)),
         closing_ids = p.closing_ids || array(select c from unnest(excluded.closing_ids) u (c)
           where not exists (select from unnest(p.closing_ids) known (id) where known.id = c))`,
    );
    return isNew;
  });
}

/** Lets an export count, and returns its number of closings. Throws `missing` if the account has none of this ID. */
export async function endPages(pg: Pg, accountId: string, id: string): Promise<number> {
  const ended = await pg.maybe<{ closings: number }>(
    sql`with parts as (
       select count(*) as zips, string_agg(zip, ',' order by zip) as names, sum(cardinality(closing_ids)) as closings
       from kept_export_parts where export_id = ${id})
     update kept_exports e set is_sent = true, closings = coalesce(parts.closings, 0),
       filters = case when parts.zips > 1 then e.filters - 'zipCode' || jsonb_build_object('zips', parts.names)
         else e.filters end
     from parts where e.id = ${id} and e.account_id = ${accountId}
     returning e.closings`,
  );
  if (!ended) throw missing();
  return ended.closings;
}
