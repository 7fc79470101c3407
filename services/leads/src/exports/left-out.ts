import { type Queries, type Sql, sql } from '@closingwire/chassis/pg';
import { type LeftOut, MOST_NAMED_EXPORTS } from '@closingwire/contracts/exports';
import type { ClosingFilter } from '../lists/closing-filter.ts';
import { areOf, type EarlierExports } from '../lists/kept-exports.ts';
import { heldOf, type Layout } from './layouts.ts';

type Asked = { layout: Layout; filter: ClosingFilter; which: EarlierExports };

/** Selects the agents of a file, and the newest of these exports that held the agent. */
const heldBefore = ({ layout, filter, which }: Asked): Sql => sql`
  with asked as materialized (
    select distinct coalesce(a.identity_id, a.id) as person_id, a.zip, a.id
    from (${heldOf(layout, { ...filter, newTo: undefined })}) c join agents a on a.zip = c.zip and a.id = c.agent_id),
  known as materialized (
    select person_id, zip, id from asked
    union select p.person_id, a.zip, a.id from asked p join agents a on a.identity_id = p.person_id)
  select distinct on (k.person_id) k.person_id, e.id, e.made_at, e.preset, e.view_id, e.view_name
  from kept_export_parts p cross join unnest(p.agent_ids) u (id)
    join known k on k.zip = p.zip and k.id = u.id join kept_exports e on e.id = p.export_id
  where p.account_id = ${filter.accountId}::uuid and ${areOf(which)}
  order by k.person_id, e.made_at desc, e.id desc`;

type Row = LeftOut['exports'][number] & { total: number };

/** Counts the agents whom a file leaves out because of earlier exports; null for a file of all agents. */
export async function findLeftOut(
  db: Queries,
  layout: Layout,
  filter: ClosingFilter,
): Promise<LeftOut | null> {
  const { newTo: which } = filter;
  if (!which) return null;
  const rows = await db.query<Row>(
    sql`select h.id, to_char(h.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "madeAt", h.preset,
       case when h.view_id is not null then json_build_object('id', h.view_id, 'name', h.view_name) end as view,
       count(*)::int as agents, (sum(count(*)) over ())::int as total
     from (${heldBefore({ layout, filter, which })}) h
     group by h.id, h.made_at, h.preset, h.view_id, h.view_name
     order by count(*) desc, h.made_at desc, h.id limit ${MOST_NAMED_EXPORTS}`,
  );
  return { agents: rows[0]?.total ?? 0, exports: rows.map(({ total: _, ...row }) => row) };
}
