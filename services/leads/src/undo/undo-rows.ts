import { raw, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import type { UndoCounts } from '@closingwire/contracts/ingestion';
import { factColumns, seenColumns } from '../loading/changes.ts';
import { settleRows, valuesOf } from '../loading/settle.ts';

type Table = 'agents' | 'closings';
type Undone = UndoCounts['agents'] & object;

const changesOf = { agents: raw('agent_changes'), closings: raw('closing_changes') };
const undoOf = { agents: raw('undo_agents'), closings: raw('undo_closings') };

const deliveredColumns = ['source_ids', 'reports', 'batch_id', 'received_at'];

/** The columns that deliveries decide. Opt-outs and identities stay as they are. */
const restoredColumns = {
  agents: [...factColumns.agents, ...seenColumns, ...deliveredColumns],
  closings: [...factColumns.closings, 'sold_date', 'listing_keys', ...deliveredColumns],
};

/** Columns that a delivery changes only if it says something new, besides the facts. */
const toldColumns = { agents: ['source_ids'], closings: ['source_ids', 'sold_date', 'listing_keys'] };

/** Runs a statement that returns `zip`, `id` and `effect` of rows, and marks these rows. */
const markAll = (tx: Tx, table: Table, statement: Sql) =>
  tx.execute(
    sql`with done as (${statement})
     update ${undoOf[table]} u set effect = done.effect from done where done.zip = u.zip and done.id = u.id`,
  );

/** Rows that an admin hid or corrected stay for the next delivery; so do agents who are still named, opted out or were deleted. */
const mayGo = {
  closings: sql`t.hidden_at is null and t.corrections is null`,
  agents: sql`not t.is_suppressed and not t.is_deleted and t.corrections is null
    and not exists (select from closings c where c.zip = t.zip and c.agent_id = t.id)`,
};

/** Removes rows that only the delivery reported. */
export const removeNew = (tx: Tx, table: Table): Promise<unknown> =>
  markAll(
    tx,
    table,
    sql`delete from ${raw(table)} t using ${undoOf[table]} u
     where t.zip = u.zip and t.id = u.id and u.is_new and not u.is_same and not u.is_other and ${mayGo[table]} returning t.zip, t.id, 'removed' as effect`,
  );

/** Retracts closings that only the delivery reported and that an admin hid or corrected. */
export const retractKept = (tx: Tx): Promise<unknown> =>
  markAll(
    tx,
    'closings',
    sql`update closings t set source_ids = '{}', reports = null, updated_at = now() from undo_closings u
     where t.zip = u.zip and t.id = u.id and u.is_new and not u.is_same and not u.is_other and not (${mayGo.closings})
     returning t.zip, t.id, 'removed' as effect`,
  );

/** The rows as they were before the delivery first changed them. */
const before = (table: Table, batchId: string) => sql`select distinct on (zip, id) * from ${changesOf[table]}
  where by_batch = ${batchId} order by zip, id, change_number`;

/** Restores rows that the delivery changed and no later one reported. */
export const restoreChanged = (tx: Tx, table: Table, batchId: string): Promise<unknown> => {
  const columns = restoredColumns[table];
  // A row that was only seen again has other times.
  const told = (row: 'old' | 'new') =>
    raw([...factColumns[table], ...toldColumns[table]].map(name => `${row}.${name}`).join(', '));
  return markAll(
    tx,
    table,
    sql`update ${raw(table)} t set (${raw(columns.join(', '))}) = row(${raw(columns.map(name => `b.${name}`).join(', '))}),
       updated_at = now()
     from (${before(table, batchId)}) b join ${undoOf[table]} u on u.zip = b.zip and u.id = b.id
     where t.zip = b.zip and t.id = b.id and t.batch_id = ${batchId} and not u.is_same and not u.is_other
       ${table === 'agents' ? sql`and not t.is_deleted` : sql``}
     returning t.zip, t.id, case when (${told('old')}) is distinct from (${told('new')}) then 'restored' else 'same' end as effect`,
  );
};

/**
 * Gives rows that other sources reported later the source's earlier report again, or takes its report away.
 */
export async function takeReportsBack(
  tx: Tx,
  table: Table,
  batchId: string,
  sourceId: number,
): Promise<void> {
  const source = sql`${sourceId}::smallint`;
  const rows = sql`select u.zip, u.id, b.id is not null as is_changed,
      coalesce(b.reports -> ${source}::text,
        case when b.reports is null and ${source} = any(b.source_ids)
          then first_reports(array[${source}], facts_of(to_jsonb(b)), b.created_at, b.received_at) -> ${source}::text end)
        as earlier
    from ${undoOf[table]} u left join (${before(table, batchId)}) b on b.zip = u.zip and b.id = u.id
    where u.is_other and not u.is_same and (u.is_new or b.id is not null)`;
  const taken = await tx.query<{ zip: string; id: string }>(
    sql`update ${raw(table)} t set
       reports = case when w.earlier is null then t.reports - ${source}::text
         else t.reports || jsonb_build_object(${source}, w.earlier) end,
       source_ids = case when w.earlier is null then array_remove(t.source_ids, ${source}) else t.source_ids end,
       updated_at = now()
     from (${rows}) w where t.zip = w.zip and t.id = w.id and t.reports is not null returning t.zip, t.id`,
  );
  await settleRows(tx, table, taken);
  await markAll(tx, table, sql`select *, 'restored' as effect from (${valuesOf(taken)}) t`);
}

/** Whether a removed agent or sale has other rows, in this ZIP or another one. */
const hasOthers = {
  agents: sql`exists (select from agents a where a.identity_id = u.subject)`,
  closings: sql`u.subject in (select c.sale_id from closings c where c.zip in (select zip from undo_closings))`,
};

/**
 * Counts the agents, or the sales, that the delivery added or changed, each once. One that keeps other rows is restored,
 * as the delivery had changed it.
 */
export const countUndone = (tx: Tx, table: Table, batchId: string): Promise<Undone> =>
  tx.one<Undone>(
    sql`select count(*) filter (where is_removed and not is_restored)::int as removed,
       count(*) filter (where is_restored)::int as restored,
       count(*) filter (where is_kept and not is_removed and not is_restored)::int as kept
     from (
       select coalesce(bool_or(effect = 'removed'), false) as is_removed, bool_or(effect is null) as is_kept,
         coalesce(bool_or(effect = 'restored' or effect = 'removed' and ${hasOthers[table]}), false) as is_restored
       from ${undoOf[table]} u
       where u.subject is not null and (u.is_new or exists (
         select from ${changesOf[table]} c where c.by_batch = ${batchId} and c.zip = u.zip and c.id = u.id))
       group by u.subject) each_once`,
  );

/** Makes the undo of a later delivery restore what was there before this one: its first change, or the row itself. */
export async function keepLaterReports(tx: Tx, table: Table, batchId: string): Promise<void> {
  const columns = restoredColumns[table];
  await tx.execute(
    sql`update ${changesOf[table]} n set (${raw(columns.join(', '))}) = row(${raw(columns.map(name => `b.${name}`).join(', '))})
     from (${before(table, batchId)}) b join ${undoOf[table]} u on u.zip = b.zip and u.id = b.id
     where n.zip = b.zip and n.id = b.id and n.by_batch <> ${batchId} and n.change_number = (
       select min(o.change_number) from ${changesOf[table]} o
       where o.zip = b.zip and o.id = b.id and o.by_batch <> ${batchId} and o.change_number > b.change_number)`,
  );
  await tx.execute(
    sql`update ${raw(table)} t set created_at = u.next_at from ${undoOf[table]} u
     where t.zip = u.zip and t.id = u.id and u.is_new and u.next_at is not null`,
  );
  await tx.execute(
    sql`delete from ${changesOf[table]} n using ${undoOf[table]} u
     where n.zip = u.zip and n.id = u.id and u.is_new and n.changed_at = u.next_at`,
  );
}
