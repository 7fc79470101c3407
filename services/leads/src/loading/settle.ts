import { raw, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import { seenContacts } from '../identity/seen-contacts.ts';
import { factColumns, recordClosings } from './changes.ts';
import { mlsIdAt } from './sale-keys.ts';
import type { Unsettled } from './store.ts';

/** The winning source of a contact, and when it was seen. A contact that was not shown before is first seen when said. */
const seen = seenContacts.map(contact => {
  const source = `trusted_source(p.reports, '${contact}')`;
  return `${contact}_source_id = ${source},
    ${contact}_first_seen_at = case when p.facts ->> '${contact}' = t.${contact} then t.${contact}_first_seen_at
      else report_time(p.reports, ${source}, 'said') end,
    ${contact}_last_seen_at = report_time(p.reports, ${source}, 'last')`;
});

const further = { agents: [...seen], closings: [] as string[] };

/**
 * Makes rows of several sources show the facts that win, field by field. `rows` selects `zip` and `id`. A source that no
 * longer reports a row loses its report.
 */
export async function settleReports(tx: Tx, table: 'agents' | 'closings', rows: Sql): Promise<void> {
  const facts = factColumns[table];
  await tx.execute(sql`with w as materialized (${rows}),
    p as materialized (
      select zip, id, reports, trusted_facts(reports) as facts from (
        select t.zip, t.id, current_reports(t.reports, t.source_ids) as reports
        from w join ${raw(table)} t on t.zip = w.zip and t.id = w.id where t.reports is not null) r
      where reports <> '{}')
    update ${raw(table)} t
    set (${raw(facts.join(', '))}) =
        (select ${raw(facts.map(name => `f.${name}`).join(', '))} from jsonb_populate_record(null::${raw(table)}, p.facts) f),
      reports = case when (select count(*) from jsonb_object_keys(p.reports)) > 1 then p.reports end
      ${raw(further[table].map(assignment => `, ${assignment}`).join(''))}, updated_at = now()
    from p where t.zip = p.zip and t.id = p.id`);
}

type Row = { zip: string; id: string };

/** Selects `zip` and `id` of rows. */
export const valuesOf = (rows: readonly Row[]): Sql =>
  sql`select * from unnest(${rows.map(({ zip }) => zip)}::text[], ${rows.map(({ id }) => id)}::uuid[]) as w (zip, id)`;

/** The same for rows by their keys. */
export async function settleRows(tx: Tx, table: 'agents' | 'closings', rows: readonly Row[]): Promise<void> {
  if (rows.length > 0) await settleReports(tx, table, valuesOf(rows));
}

/**
 * Another agent in the same part of a listing corrects the earlier one: the source no longer reports the closings of
 * agents whom this delivery does not name. A listing can have two agents in one part; then one delivery names both.
 */
const replaceAgents = (rows: Sql) =>
  recordClosings(sql`update closings c
    set source_ids = array_remove(c.source_ids, n.source_ids[1]), batch_id = n.batch_id, updated_at = now()
    from (${rows}) w join closings n on n.zip = w.zip and n.id = w.id
    where c.zip = n.zip and c.sold_date = n.sold_date and c.sale_id = n.sale_id and c.id <> n.id
      and lower(c.agent_role) = lower(n.agent_role) and n.source_ids[1] = any(c.source_ids)
      and (c.received_at <= n.received_at) is not false
      and upper(${raw(mlsIdAt('n.source_ids[1]'))}) = upper(n.mls_id)
      and c.batch_id is distinct from n.batch_id
      and not exists (select from delivered_closings d
        where d.batch_id = n.batch_id and c.id = any(d.closing_ids))`);

/** Settles what `storeRound` returned. */
export async function settle(tx: Tx, rows: readonly Unsettled[]): Promise<void> {
  const of = (kind: Unsettled['kind']) => rows.filter(row => row.kind === kind);
  const fresh = of('new');
  if (fresh.length > 0) await tx.execute(replaceAgents(valuesOf(fresh)));
  for (const table of ['agents', 'closings'] as const) await settleRows(tx, table, of(table));
}
