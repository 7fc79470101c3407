import { raw, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import type { Table } from './lead-columns.ts';

/** The effect of one row on its agent or sale, by the id of `subjectOf`. */
export type StagedEffect = { id: string; effect: 'new' | 'changed' | 'same' | 'optedOut' };

/** The column whose values count once: an agent in all ZIPs, a sale with all its agents. */
export const subjectOf: Record<Table, string> = { agent: 'identity_id', closing: 'sale_id' };

/** Whether the agent or the sale of a row without a stored row has other stored rows; `row` names it. */
const hasStored = (table: Table, row: { zip: string; soldDate: string; subject: string }): Sql =>
  table === 'agent'
    ? sql`exists (select from agents a where a.identity_id = ${raw(row.subject)})`
    : sql`exists (select from closings o
        where o.zip = ${raw(row.zip)} and o.sold_date = ${raw(row.soldDate)} and o.sale_id = ${raw(row.subject)})`;

/** The same of a staged row `s`. */
export const isStored = (table: Table): Sql =>
  sql`(s.known = 'moved' or ${hasStored(table, { zip: 's.zip', soldDate: 's.sold_date', subject: `s.${subjectOf[table]}` })})`;

/** The facts of each source, of a written row `w`: a repeated report changes only its times. */
const saidIn = (reports: string) =>
  raw(`(select jsonb_object_agg(key, value -> 'facts') from jsonb_each(w.${reports}))`);

/**
 * Selects the effects of a round: `staged` are its rows, and the upsert named as the table wrote the rows that say
 * something. Each staged row is at least the same; the best effect of an id counts. Only rows of agents and sales that may be stored are looked up. There
 * is no join: the planner expects one row of a stage, and would compare each with each.
 */
export function effectsOf(table: Table, { staged, round }: { staged: Sql; round: number }): Sql {
  const isAmong = (known: Sql) => sql`w.row_id in (select s.id from ${staged} s where ${known})`;
  const isHere = hasStored(table, { zip: 'w.row_zip', soldDate: 'w.row_sold', subject: 'w.row_subject' });
  const name = raw(`'${table}s'`);
  return sql`select s.batch_id, ${name} as of_table, s.${raw(subjectOf[table])} as id,
      (case when s.known = 'moved' then 'changed' else 'same' end)::delivery_effect as effect
    from ${staged} s
    union all
    select w.by_batch, ${name}, w.row_subject, (case
      when w.id is null then case when ${isAmong(sql`s.known = 'moved'`)}
        or (${round > 0}::boolean or ${isAmong(sql`s.known is not null`)}) and ${isHere} then 'changed' else 'new' end
      when w.reports is null and w.is_news or ${saidIn('reports')} is distinct from ${saidIn('reports_after')}
        and w.reports is not null then 'changed'
      else 'same' end)::delivery_effect
    from ${raw(table)} w`;
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
