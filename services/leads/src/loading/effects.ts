import { raw, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import type { Table } from './lead-columns.ts';

/** The effect of one row on its agent or sale, by the id of `subjectOf`. */
export type StagedEffect = { id: string; effect: 'new' | 'changed' | 'same' | 'optedOut' };

/** The column whose values count once: an agent in all ZIPs, a sale with all its agents. */
export const subjectOf: Record<Table, string> = { agent: 'identity_id', closing: 'sale_id' };

/** Whether the agent or the sale of a row `s` without a stored row has other stored rows. */
export const isStored = (table: Table): Sql =>
  table === 'agent'
    ? sql`exists (select from agents a where a.identity_id = s.identity_id)`
    : sql`(s.known = 'moved' or exists (select from closings o
        where o.zip = s.zip and o.sold_date = s.sold_date and o.sale_id = s.sale_id))`;

/**
 * Selects the effects of a round: `staged` are its rows, `stored` the rows that the upsert wrote. Only rows of agents and
 * sales that may be stored are looked up. `facts` of a row of several sources are what this source says.
 */
export function effectsOf(table: Table, { staged, round }: { staged: Sql; round: number }): Sql {
  const factsOf = (reports: string) => raw(`w.${reports} -> s.source_ids[1]::text -> 'facts'`);
  return sql`select distinct s.batch_id, ${raw(`'${table}s'`)} as of_table, s.${raw(subjectOf[table])} as id, (case
      when w.row_id is null then case when s.known = 'moved' then 'changed' else 'same' end
      when w.id is null then case
        when (s.known is not null or ${round > 0}::boolean) and ${isStored(table)} then 'changed' else 'new' end
      when s.known = 'moved' or case when w.reports is null then w.is_news
        else (${factsOf('reports')}) is distinct from (${factsOf('reports_after')}) end then 'changed'
      else 'same' end)::delivery_effect as effect
    from ${staged} s left join ${raw(table)} w on w.row_zip = s.zip and w.row_id = s.id
    where s.batch_id is not null`;
}

const countsOf = (table: Table) => sql`(
  select jsonb_build_object('new', count(*) filter (where effect = 'new'),
    'changed', count(*) filter (where effect = 'changed'), 'same', count(*) filter (where effect = 'same'))
  from (select min(effect) as effect from delivery_effects e cross join unnest(e.ids) id
    where e.batch_id = b.id and e.of_table = ${raw(`'${table}s'`)} group by id) each_once)`;

/** The counts of the effects of a batch `b`, as JSON. */
export const COUNTED_EFFECTS = sql`jsonb_build_object('agents', ${countsOf('agent')}, 'closings', ${countsOf('closing')})`;

export const forgetEffects = (tx: Tx, batchIds: readonly string[]): Promise<unknown> =>
  tx.execute(sql`delete from delivery_effects where batch_id = any(${batchIds}::uuid[])`);
