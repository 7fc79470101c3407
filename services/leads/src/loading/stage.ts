import { raw, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import {
  HAS_SUPPRESSION,
  IS_KNOWN_HIDDEN,
  IS_REMOVED_BY_LIST,
  mayNotBeListed,
  type Seen,
} from '../opt-out/suppressions.ts';
import { type Columns, copyIn } from './copy-in.ts';
import { comparedColumns, deliveryColumns, keyOf, leadColumns, type Table } from './lead-columns.ts';
import type { Delivery, MergedLead, MergedLeads } from './merge.ts';
import { mergedFact } from './store.ts';

const STAGES = sql`
  create temp table if not exists agent_stage (like agents including defaults, round smallint) on commit delete rows;
  create temp table if not exists closing_stage (like closings including defaults, round smallint) on commit delete rows`;

const withDelivery = (table: Table): Columns<MergedLead> => [...leadColumns[table], ...deliveryColumns];
const columns = { agent: withDelivery('agent'), closing: withDelivery('closing') };

/** Copies leads into temporary tables of the session. Without `sole`, each row has its delivery. */
export async function stage(tx: Tx, leads: MergedLeads, sole?: Delivery): Promise<void> {
  const { agent, closing } = sole ? leadColumns : columns;
  await tx.execute(STAGES);
  await copyIn(tx, 'agent_stage', agent, leads.agents);
  await copyIn(tx, 'closing_stage', closing, leads.closings);
}

/** Removes staged agents suppressed now or under an earlier contact, with their closings, and returns their ids. */
export async function unstageSuppressed(tx: Tx, seen: Seen): Promise<Set<string>> {
  const gone = await tx.query<{ id: string }>(
    sql`with gone as (
       delete from agent_stage a where ${mayNotBeListed(seen)} or ${IS_KNOWN_HIDDEN} returning zip, id
     )
     , closing as (delete from closing_stage c using gone g where c.zip = g.zip and c.agent_id = g.id)
     select id from gone`,
  );
  return new Set(gone.map(({ id }) => id));
}

export type StagedState = { id: string; state: 'new' | 'changed' | 'same' | 'optedOut' };

/** Returns what storing the staged rows of a table would do, if they are newer than the stored ones. */
function compare(table: Table, isOptedOut: Sql): Sql {
  const names = comparedColumns(table);
  const stored = raw(names.map(name => `t.${name}`).join(', '));
  const newer = (name: string) => mergedFact(table, name, 's', `coalesce(s.${name}, t.${name})`);
  const merged = raw(names.map(newer).join(', '));
  const matches = raw(keyOf[table].map(name => `t.${name} = s.${name}`).join(' and '));
  return sql`select s.id, case when ${isOptedOut} then 'optedOut' when t.id is null then 'new'
      when (${stored}) is distinct from (${merged}) then 'changed' else 'same' end as state
    from ${raw(`${table}_stage`)} s left join ${raw(`${table}s`)} t on ${matches}`;
}

/** Whether the agent of a staged row `s` has a suppressed contact. */
const optedOut = (agentId: string) =>
  sql`exists (select from agent_stage a where a.zip = s.zip and a.id = s.${raw(agentId)}
    and (${HAS_SUPPRESSION} or ${IS_REMOVED_BY_LIST}))`;

/** Compares what is staged with what is stored; changes nothing. */
export async function compareStaged(tx: Tx): Promise<{ agents: StagedState[]; closings: StagedState[] }> {
  const agents = await tx.query<StagedState>(
    compare('agent', sql`coalesce(t.is_suppressed, false) or ${optedOut('id')}`),
  );
  const closings = await tx.query<StagedState>(
    compare('closing', sql`coalesce(t.is_suppressed, false) or ${optedOut('agent_id')}`),
  );
  return { agents, closings };
}
