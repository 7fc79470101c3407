import { newId } from '@closingwire/chassis/ids';
import { type Pg, type Queries, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import {
  EXPORT_AGAIN_DAYS,
  type FileChoice,
  KEPT_EXPORT_DAYS,
  type KeptExport,
  MOST_KEPT_EXPORTS,
} from '@closingwire/contracts/exports';
import { isNotDeleted } from '../not-deleted.ts';

/** Selects the closings of an export. Agents who proved to be one have moved some. */
export const inExport = (accountId: string | Sql, exportId: string): Sql => {
  const held = sql`select p.zip, u.id from kept_export_parts p cross join unnest(p.closing_ids) u (id)
    where p.export_id = ${exportId}::uuid and p.account_id = ${accountId}::uuid`;
  return sql`(c.zip, c.id) in (${held}
    union all select m.zip, m.to_id from moved_closings m where (m.zip, m.from_id) in (${held}))`;
};

/** Which earlier exports of an account: all, or those of a preset and a view (null: without a view). */
export type EarlierExports = 'all' | Pick<NewExport, 'preset' | 'viewId'>;

const isOf = (which: EarlierExports): Sql =>
  which === 'all'
    ? sql`true`
    : sql`e.preset = ${which.preset}::text
        and ${which.viewId === null ? sql`e.view_id is null` : sql`e.view_id = ${which.viewId}::uuid`}`;

/** The condition that a part `p` is of one of these exports, whose file was sent. */
export const areOf = (which: EarlierExports): Sql => sql`p.export_id in (
  select e.id from kept_exports e where e.account_id = p.account_id and e.is_sent and ${isOf(which)})`;

/** The condition that these exports of an account held no row in these ZIPs of the agent of a closing `c`. */
export const notHeldBefore = (
  accountId: string | Sql,
  which: EarlierExports,
  zipCodes: readonly string[] | Sql,
): Sql => sql`
  (c.zip, c.agent_id) not in (
    with held as materialized (
      select distinct p.zip, u.id from kept_export_parts p cross join unnest(p.agent_ids) u (id)
      where p.account_id = ${accountId}::uuid and ${areOf(which)})
    select h.zip, h.id from held h
    union all
    select other.zip, other.id from held h
      join agents known on known.zip = h.zip and known.id = h.id
      join agents other on other.identity_id = known.identity_id and other.zip = any(${zipCodes}::text[]))`;

/** The rows of an export as text: lists separated by semicolons, of ZIPs and of the ids in each. */
export type HeldRows = { zips: string; agentIds: string; closingIds: string; closings: number };

/**
 * Selects `HeldRows` of a query of `zip`, `id` and `agent_id`. Text passes this process unread, where arrays of 100,000
 * ids would be parsed.
 */
export const heldRows = (rows: Sql): Sql => sql`
  select coalesce(string_agg(zip, ';' order by zip), '') as zips,
    coalesce(string_agg(agents, ';' order by zip), '') as "agentIds",
    coalesce(string_agg(closings, ';' order by zip), '') as "closingIds", coalesce(sum(count), 0)::int as closings
  from (
    select zip, array_agg(agent_id)::text as agents, array_agg(id)::text as closings, count(*) as count
    from (${rows}) held group by zip) parts`;

/** Inserts the rows of an export as its parts `p`. */
export const insertParts = ({ id, accountId }: { id: string; accountId: string }, held: HeldRows): Sql => sql`
  insert into kept_export_parts as p (export_id, zip, account_id, agent_ids, closing_ids)
  select ${id}::uuid, zip, ${accountId}::uuid, agents::uuid[], closings::uuid[]
  from unnest(string_to_array(${held.zips}, ';'), string_to_array(${held.agentIds}, ';'),
    string_to_array(${held.closingIds}, ';')) as given (zip, agents, closings)`;

export type NewExport = {
  accountId: string;
  format: KeptExport['format'];
  preset: KeptExport['preset'];
  columns: FileChoice['columns'];
  filters: object;
  onlyNew: boolean;
  comparedWith: FileChoice['comparedWith'];
  viewId: string | null;
  viewName: string | null;
};

/** The choice of the dashboard's file, which has none. */
export const DASHBOARD_FILE = {
  preset: 'dashboard',
  columns: null,
  onlyNew: false,
  comparedWith: 'all',
  viewId: null,
  viewName: null,
} as const;

/** The class of the advisory locks: exports of one account are stored one after the other. */
const KEEP_LOCKS = 72_246;

export const lockExports = (tx: Tx, accountId: string) =>
  tx.query(sql`select pg_advisory_xact_lock(${KEEP_LOCKS}, hashtext(${accountId}))`);

/** Forgets the account's exports that are older than those it may keep. */
export const forgetBeyondMost = (tx: Tx, accountId: string): Promise<void> =>
  tx.execute(
    sql`delete from kept_exports where id in (
       select id from kept_exports where account_id = ${accountId}
       order by made_at desc, id desc offset ${MOST_KEPT_EXPORTS})`,
  );

/**
 * Keeps which agents and closings an export holds. An export without any is not kept. Until `markSent` it counts for
 * nothing.
 */
export async function keepExport(
  pg: Pg,
  made: NewExport,
  held: HeldRows,
  at: Date,
): Promise<string | undefined> {
  if (held.closings === 0) return undefined;
  const id = newId();
  return pg.transaction(async tx => {
    if (!(await tx.returnsRow(sql`select where ${isNotDeleted(sql`${made.accountId}::uuid`)}`)))
      return undefined;
    await tx.execute(
      sql`insert into kept_exports (id, account_id, made_at, format, preset, columns, filters, is_only_new, closings,
         compared_with, view_id, view_name, is_sent)
       values (${id}, ${made.accountId}, ${at}, ${made.format}, ${made.preset}, ${made.columns}, ${made.filters},
         ${made.onlyNew}, ${held.closings}, ${made.comparedWith}, ${made.viewId}, ${made.viewName}, false)`,
    );
    await tx.execute(insertParts({ id, accountId: made.accountId }, held));
    await lockExports(tx, made.accountId);
    await forgetBeyondMost(tx, made.accountId);
    return id;
  });
}

/** Lets an export count: its file has all its rows. */
export const markSent = (db: Queries, id: string): Promise<void> =>
  db.execute(sql`update kept_exports set is_sent = true where id = ${id}`);

/** Forgets an export whose file did not reach the user. */
export const forgetExport = (db: Queries, id: string): Promise<void> =>
  db.execute(sql`delete from kept_exports where id = ${id}`);

type Row = Omit<KeptExport, 'madeAt'> & { madeAt: Date };

const columns = sql`e.id, e.made_at as "madeAt", e.format, e.preset, e.columns, e.filters, e.is_only_new as "onlyNew",
  e.compared_with as "comparedWith", e.agents, e.closings,
  case when e.view_id is not null then json_build_object('id', e.view_id, 'name', e.view_name) end as view,
  exists (select from kept_export_parts p where p.export_id = e.id and p.closing_ids is not null) as "isAvailable"`;

const toExport = ({ madeAt, ...row }: Row): KeptExport => ({ ...row, madeAt: madeAt.toISOString() });

type Slice = { limit: number; offset: number };

/** Selects the account's exports of a page; `what` is its select list. */
const pageOf = (what: Sql, accountId: string, { limit, offset }: Slice) => sql`
  select ${what} from kept_exports e where e.account_id = ${accountId} and e.is_sent
  order by e.made_at desc, e.id desc limit ${limit} offset ${offset}`;

/** Counts the agents of a page's exports that were never listed: at the export it would slow a large file. */
const countAgents = (accountId: string, slice: Slice) => sql`
  update kept_exports e set agents = (
    select count(distinct coalesce(a.identity_id, u.id))
    from kept_export_parts p cross join unnest(p.agent_ids) u (id) left join agents a on a.zip = p.zip and a.id = u.id
    where p.export_id = e.id)
  where e.id in (${pageOf(sql`e.id`, accountId, slice)}) and e.agents is null`;

export async function findExports(db: Queries, accountId: string, slice: Slice) {
  await db.execute(countAgents(accountId, slice));
  const rows = await db.query<Row>(pageOf(columns, accountId, slice));
  const { total } = await db.one<{ total: number }>(
    sql`select count(*)::int as total from kept_exports where account_id = ${accountId} and is_sent`,
  );
  return { exports: rows.map(toExport), total };
}

export async function findExport(
  db: Queries,
  accountId: string,
  id: string,
): Promise<KeptExport | undefined> {
  const row = await db.maybe<Row>(
    sql`select ${columns} from kept_exports e
     where e.id = ${id} and e.account_id = ${accountId} and e.is_sent`,
  );
  return row && toExport(row);
}

/** Forgets the exports of an account, and returns their number. */
export async function forgetExports(tx: Tx, accountId: string): Promise<number> {
  const forgotten = await tx.query(
    sql`delete from kept_exports where account_id = ${accountId} returning id`,
  );
  return forgotten.length;
}

const DAY_MS = 86_400_000;
const AT_ONCE = 500;
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/** After this time, longer than any download takes, an export that was not sent broke off. */
const UNSENT_DAYS = 1;

/** Selects parts whose closings are too old to be downloaded again. Those without closings are not in its index. */
export const partsToBlank = (now: Date): Sql => sql`
  select p.export_id, p.zip from kept_exports e join kept_export_parts p on p.export_id = e.id
  where e.made_at < ${daysBefore(now, EXPORT_AGAIN_DAYS)} and p.closing_ids is not null limit ${AT_ONCE}`;

/** Selects old exports, those that broke off, and those beyond the most of an account. */
const exportsToForget = (now: Date): Sql[] => [
  sql`select id from kept_exports where made_at < ${daysBefore(now, KEPT_EXPORT_DAYS)}`,
  sql`select id from kept_exports where not is_sent and made_at < ${daysBefore(now, UNSENT_DAYS)}`,
  sql`select id from (
    select id, row_number() over (partition by account_id order by made_at desc, id desc) as place from kept_exports) e
    where place > ${MOST_KEPT_EXPORTS}`,
];

/** Forgets old exports and those that broke off, and of others the closings that are too old to be downloaded again. */
export async function forgetOldExports(pg: Pg, now: Date): Promise<void> {
  const forgetting = exportsToForget(now).map(
    old => sql`delete from kept_exports where id in (${old} limit ${AT_ONCE}) returning id`,
  );
  const blanking = sql`update kept_export_parts set closing_ids = null
    where (export_id, zip) in (${partsToBlank(now)}) returning export_id`;
  // Some at a time: a statement has a time limit, and an export has many parts.
  for (const step of [...forgetting, blanking]) while ((await pg.query(step)).length > 0);
}
