import type { Clock } from '@closingwire/chassis/part';
import { type Pg, sql, type Tx } from '@closingwire/chassis/pg';
import type { UndoCounts } from '@closingwire/contracts/ingestion';
import { lockMerges } from '../identity/merge-agents.ts';
import {
  countUndone,
  keepLaterReports,
  removeNew,
  restoreChanged,
  retractKept,
  takeReportsBack,
} from './undo-rows.ts';

const TABLES = sql`
  create temp table later_reports (zip text, id uuid, is_same boolean, at timestamptz) on commit drop;
  create temp table undo_closings (zip text, id uuid, first_at timestamptz, is_new boolean, is_same boolean, is_other boolean,
    next_at timestamptz, subject uuid, effect text, primary key (zip, id)) on commit drop;
  create temp table undo_agents (like undo_closings, primary key (zip, id)) on commit drop`;

/** The closings that deliveries `d` reported, by their current ids. */
const REPORTED = sql`cross join lateral unnest(d.zips, d.closing_ids) r (zip, reported_id)
  left join moved_closings m on m.zip = r.zip and m.from_id = r.reported_id`;

/** Fills `undo_closings`: what the delivery reported or changed, and what later deliveries reported of it. */
async function findClosings(tx: Tx, batchId: string, sourceId: number | null): Promise<void> {
  await tx.execute(
    sql`insert into undo_closings (zip, id, first_at)
     select zip, id, min(at) from (
       select r.zip, coalesce(m.to_id, r.reported_id) as id, d.loaded_at as at from delivered_closings d ${REPORTED}
       where d.batch_id = ${batchId}
       union all select zip, id, changed_at from closing_changes where by_batch = ${batchId}) own
     group by zip, id`,
  );
  await tx.execute(
    sql`insert into later_reports
     select r.zip, coalesce(m.to_id, r.reported_id), b.source_id is not distinct from ${sourceId}::smallint, d.loaded_at
     from delivered_closings d join batches b on b.id = d.batch_id ${REPORTED}
     where d.batch_id <> ${batchId} and b.undo_started_at is null
       and d.loaded_at >= (select min(first_at) from undo_closings)
       and r.zip in (select zip from undo_closings)`,
  );
  await tx.execute(sql`analyze later_reports; analyze undo_closings`);
  await tx.execute(
    sql`update undo_closings u set is_new = c.created_at = u.first_at, is_same = coalesce(l.is_same, false),
       is_other = coalesce(l.is_other, false), next_at = l.next_at, subject = c.sale_id
     from closings c left join lateral (
       select bool_or(is_same) as is_same, bool_or(not is_same) as is_other, min(at) as next_at from later_reports l
       where l.zip = c.zip and l.id = c.id and l.at >= (select first_at from undo_closings o where o.zip = c.zip and o.id = c.id)) l on true
     where c.zip = u.zip and c.id = u.id`,
  );
}

/** Fills `undo_agents` with the agents of these closings, and locks them in the order of loads. */
async function findAgents(tx: Tx, batchId: string): Promise<void> {
  await tx.execute(
    sql`insert into undo_agents (zip, id, first_at)
     select zip, id, min(at) from (
       select c.zip, c.agent_id as id, u.first_at as at from undo_closings u join closings c on c.zip = u.zip and c.id = u.id
       union all select zip, id, changed_at from agent_changes where by_batch = ${batchId}) own
     group by zip, id`,
  );
  await tx.execute(
    sql`with later as (
       select c.zip, c.agent_id, l.is_same, l.at from later_reports l join closings c on c.zip = l.zip and c.id = l.id)
     update undo_agents u set is_new = a.created_at in (select loaded_at from delivered_closings where batch_id = ${batchId}),
       is_same = coalesce(l.is_same, false), is_other = coalesce(l.is_other, false), next_at = l.next_at,
       subject = coalesce(a.identity_id, a.id)
     from agents a left join (
       select zip, agent_id, bool_or(is_same) as is_same, bool_or(not is_same) as is_other, min(at) as next_at
       from later group by 1, 2) l on l.zip = a.zip and l.agent_id = a.id
     where a.zip = u.zip and a.id = u.id`,
  );
  await tx.query(
    sql`select count(*) from (select from agents a join undo_agents u on u.zip = a.zip and u.id = a.id
     order by a.zip, a.id for update of a) locked`,
  );
}

async function undo(tx: Tx, batchId: string, sourceId: number | null): Promise<UndoCounts> {
  await tx.execute(sql`set local statement_timeout = '30min'`);
  await lockMerges(tx);
  await tx.execute(TABLES);
  await findClosings(tx, batchId, sourceId);
  await findAgents(tx, batchId);
  await removeNew(tx, 'closings');
  await retractKept(tx);
  await removeNew(tx, 'agents');
  await undoChanges(tx, 'closings', batchId, sourceId);
  await undoChanges(tx, 'agents', batchId, sourceId);
  return {
    ...(await countUndone(tx, 'closings', batchId)),
    agents: await countUndone(tx, 'agents', batchId),
  };
}

async function undoChanges(
  tx: Tx,
  table: 'agents' | 'closings',
  batchId: string,
  sourceId: number | null,
): Promise<void> {
  await restoreChanged(tx, table, batchId);
  if (sourceId !== null) await takeReportsBack(tx, table, batchId, sourceId);
  await keepLaterReports(tx, table, batchId);
}

/**
 * Undoes a delivery in one transaction: closings and agents have again what they had before, and new ones are removed.
 * What a later delivery of the source reported stays as it left it; of a row that other sources report, only this
 * source's report is taken back. Opt-outs, merges and splits stay. Running it again changes nothing.
 */
export function undoDelivery(pg: Pg, clock: Clock, batchId: string): Promise<void> {
  return pg.transaction(async tx => {
    const batch = await tx.maybe<{ sourceId: number | null }>(
      sql`select source_id as "sourceId" from batches
       where id = ${batchId} and undo_started_at is not null and undone_at is null for update`,
    );
    if (!batch) return;
    const counts = await undo(tx, batchId, batch.sourceId);
    await tx.execute(sql`delete from agent_changes where by_batch = ${batchId}`);
    await tx.execute(sql`delete from closing_changes where by_batch = ${batchId}`);
    await tx.execute(sql`delete from delivered_closings where batch_id = ${batchId}`);
    await tx.execute(
      sql`update batches set undone_at = ${clock()}, undo_counts = ${JSON.stringify(counts)}::jsonb where id = ${batchId}`,
    );
  });
}
