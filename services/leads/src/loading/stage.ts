import { raw, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import {
  HAS_SUPPRESSION,
  IS_KNOWN_HIDDEN,
  IS_REMOVED_BY_LIST,
  mayNotBeListed,
  type Seen,
} from '../opt-out/suppressions.ts';
import { allColumns } from './changes.ts';
import { type Columns, copyIn } from './copy-in.ts';
import { isStored, type StagedEffect, subjectOf } from './effects.ts';
import {
  comparedColumns,
  deliveryColumns,
  keyOf,
  knownColumns,
  leadColumns,
  type Table,
} from './lead-columns.ts';
import type { Delivery, MergedLead, MergedLeads } from './merge.ts';
import { mergedFact, saysMore } from './store.ts';

const STAGES = sql`
  create temp table if not exists agent_stage (like agents including defaults, round smallint, known text) on commit delete rows;
  create temp table if not exists closing_stage (like closings including defaults, round smallint, known text) on commit delete rows`;

const ofSole = (table: Table): Columns<MergedLead> => [...leadColumns[table], ...knownColumns[table]];
const ofSeveral = (table: Table): Columns<MergedLead> => [...ofSole(table), ...deliveryColumns];
const soleColumns = { agent: ofSole('agent'), closing: ofSole('closing') };
const columns = { agent: ofSeveral('agent'), closing: ofSeveral('closing') };

/** Copies leads into temporary tables of the session. Without `sole`, each row has its delivery. */
export async function stage(tx: Tx, leads: MergedLeads, sole?: Delivery): Promise<void> {
  const { agent, closing } = sole ? soleColumns : columns;
  await tx.execute(STAGES);
  await copyIn(tx, 'agent_stage', agent, leads.agents);
  await copyIn(tx, 'closing_stage', closing, leads.closings);
}

/** Stages stored rows of an agent, for the last steps of a load. */
export async function stageStored(tx: Tx, agents: Sql): Promise<void> {
  await tx.execute(STAGES);
  const names = raw(allColumns.agents.join(', '));
  await tx.execute(sql`insert into agent_stage (${names}) select ${names} from agents a where ${agents}`);
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

/** Returns what storing the staged rows of a table would do, if they are newer than the stored ones. */
function compare(table: Table, isOptedOut: Sql): Sql {
  const names = comparedColumns(table);
  const stored = raw(names.map(name => `t.${name}`).join(', '));
  const newer = (name: string) => mergedFact(table, name, 's', `coalesce(s.${name}, t.${name})`);
  const merged = raw(names.map(newer).join(', '));
  const matches = raw(keyOf[table].map(name => `t.${name} = s.${name}`).join(' and '));
  const isNews = sql`(${stored}) is distinct from (${merged}) and ${raw(saysMore(table, 's'))}`;
  return sql`select s.${raw(subjectOf[table])} as id, case when ${isOptedOut} then 'optedOut'
      when t.id is null then case when ${isStored(table)} then 'changed' else 'new' end
      when s.known = 'moved' or ${isNews} then 'changed' else 'same' end as effect
    from ${raw(`${table}_stage`)} s left join ${raw(`${table}s`)} t on ${matches}`;
}

/** Whether the agent of a staged row `s` has a suppressed contact. */
const optedOut = (agentId: string) =>
  sql`exists (select from agent_stage a where a.zip = s.zip and a.id = s.${raw(agentId)}
    and (${HAS_SUPPRESSION} or ${IS_REMOVED_BY_LIST}))`;

/** Compares what is staged with what is stored, by agent and by sale; changes nothing. */
export async function compareStaged(tx: Tx): Promise<{ agents: StagedEffect[]; closings: StagedEffect[] }> {
  const agents = await tx.query<StagedEffect>(
    compare('agent', sql`coalesce(t.is_suppressed, false) or ${optedOut('id')}`),
  );
  const closings = await tx.query<StagedEffect>(
    compare(
      'closing',
      sql`coalesce(t.is_suppressed and t.hidden_at is null, false) or ${optedOut('agent_id')}`,
    ),
  );
  return { agents, closings };
}
