import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { connectionOf, raw, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import { type Field, leadFields } from '@closingwire/contracts/lead-fields';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import { from as copyFrom } from 'pg-copy-streams';
import {
  HAS_SUPPRESSION,
  IS_KNOWN_HIDDEN,
  IS_REMOVED_BY_LIST,
  mayNotBeListed,
  type Seen,
} from '../opt-out/suppressions.ts';
import type { MergedLead, MergedLeads } from './merge.ts';

type Cell = string | number | null | undefined;

const special = /[\\\t\n\r]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function cell(value: Cell): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'number') return String(value);
  return special.test(value) ? value.replace(/[\\\t\n\r]/g, found => escapes[found] ?? found) : value;
}

const PIECE = 64 * 1024;

type Columns = readonly (readonly [name: string, of: (lead: MergedLead) => Cell])[];

/** Fills a table by COPY. */
async function copyIn(tx: Tx, table: string, columns: Columns, leads: readonly MergedLead[]): Promise<void> {
  const names = columns.map(([name]) => name).join(', ');
  const stream = connectionOf(tx).query(copyFrom(`copy ${table} (${names}) from stdin`));
  const done = finished(stream);
  // Avoids an unhandled rejection if COPY fails while rows are still written.
  done.catch(() => {});
  let piece = '';
  for (const lead of leads) {
    for (let i = 0; i < columns.length; i++) piece += `${i === 0 ? '' : '\t'}${cell(columns[i]?.[1](lead))}`;
    piece += '\n';
    if (piece.length < PIECE) continue;
    if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), done]);
    piece = '';
  }
  stream.end(piece);
  await done;
}

function cellOf({ group, key, kind }: Field): (lead: ReceivedLead) => Cell {
  // Packs of versions without null prices have 0 for an undisclosed price.
  if (kind === 'price') return ({ property }) => property.price || null;
  const read = (values: object) => (values as Record<string, Cell>)[key];
  return group === 'agent' ? read : ({ property }) => read(property);
}

/** Returns the columns of a table that store fields of leads, each with its value. */
const fieldColumns = (table: Field['stored']['table']): Columns =>
  leadFields
    .filter(({ stored }) => stored.table === table)
    .map(field => {
      const value = cellOf(field);
      return [field.stored.column, ({ lead }) => value(lead)];
    });

/** Writes an array, null if it is missing. */
const arrayCell = (values: readonly string[] | undefined): Cell =>
  values && `{${values.map(value => `"${value.replace(/["\\]/g, sign => `\\${sign}`)}"`).join(',')}}`;

/** Whether a source gave the agent's place, which the property's place does not replace. */
const OWN_PLACE = 'has_own_place';
const places: ReadonlySet<string> = new Set(['city', 'state']);

const agentColumns: Columns = [
  ['zip', ({ lead }) => lead.property.zip],
  ['id', ({ ids }) => ids.agentId],
  ['identity_id', ({ ids }) => ids.identityId],
  ['received_at', ({ receivedAt }) => receivedAt.toISOString()],
  [OWN_PLACE, ({ lead }) => (lead.hasOwnPlace ? 't' : 'f')],
  ['other_emails', ({ lead }) => arrayCell(lead.otherEmails)],
  ['other_phones', ({ lead }) => arrayCell(lead.otherPhones)],
  ...fieldColumns('agents'),
];

const agentKey = ['zip', 'id'];
const closingKey = ['zip', 'sold_date', 'id'];

/** The sources and listings of a closing are added to those that are stored. */
const added: ReadonlySet<string> = new Set(['source_ids', 'listing_keys']);

const closingColumns: Columns = [
  ['id', ({ ids }) => ids.closingId],
  ['sale_id', ({ ids }) => ids.saleId],
  ['agent_id', ({ ids }) => ids.agentId],
  ['received_at', ({ receivedAt }) => receivedAt.toISOString()],
  ['source_type', ({ lead }) => lead.sourceType],
  ['source_ids', ({ sourceIds }) => (sourceIds.length > 0 ? `{${sourceIds.join(',')}}` : null)],
  ['listing_keys', ({ listings }) => (listings.length > 0 ? arrayCell(listings) : null)],
  ...fieldColumns('closings'),
];

const STAGES = sql`
  create temp table if not exists agent_stage (like agents including defaults) on commit delete rows;
  create temp table if not exists closing_stage (like closings including defaults) on commit delete rows`;

/** Copies leads into temporary tables of the session. */
export async function stage(tx: Tx, leads: MergedLeads): Promise<void> {
  await tx.execute(STAGES);
  await copyIn(tx, 'agent_stage', agentColumns, leads.agents);
  await copyIn(tx, 'closing_stage', closingColumns, leads.closings);
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

type Table = 'agent' | 'closing';

const isOlder = 'excluded.received_at < t.received_at';

const newerOf = (name: string) =>
  `case when ${isOlder} then coalesce(t.${name}, excluded.${name}) else coalesce(excluded.${name}, t.${name}) end`;

/** The stored array of `t` with the other one added; null adds nothing. */
const bothOf = (name: string, other: Incoming) =>
  `case when ${other}.${name} is null or t.${name} @> ${other}.${name} then t.${name} else t.${name} || ${other}.${name} end`;

type Incoming = 'excluded' | 's';

/** Returns the value of a fact after the incoming row; `newer` is that of most facts. */
function mergedFact(table: Table, name: string, incoming: Incoming, newer: string): string {
  if (added.has(name)) return bothOf(name, incoming);
  if (name === OWN_PLACE) return `t.${OWN_PLACE} or ${incoming}.${OWN_PLACE}`;
  if (table === 'closing' || !places.has(name)) return newer;
  return `case when t.${OWN_PLACE} and not ${incoming}.${OWN_PLACE} then t.${name} else ${newer} end`;
}

/**
 * Builds an upsert in which newer facts overwrite, older ones fill blanks, and equal ones write nothing. A row without
 * `received_at` is the oldest. With `isAnyMissing`, equal facts also get the later time.
 */
function upsert(table: Table, columns: Columns, key: readonly string[], isAnyMissing: boolean): Sql {
  const names = columns.map(([name]) => name);
  const facts = names.filter(name => !key.includes(name) && name !== 'received_at');
  const merged = facts.map(name => mergedFact(table, name, 'excluded', newerOf(name)));
  const storeChanges = `insert into ${table}s as t (${names.join(', ')}) select ${names.join(', ')} from ${table}_stage
    on conflict (${key.join(', ')}) do update
    set ${facts.map((name, i) => `${name} = ${merged[i]}`).join(', ')}, updated_at = now(),
      received_at = greatest(t.received_at, excluded.received_at)
    where (${facts.map(name => `t.${name}`).join(', ')}) is distinct from (${merged.join(', ')})
      or`;
  return sql`${raw(storeChanges)} ${isAnyMissing}::boolean and ${raw(`(${isOlder}) is not true`)}`;
}

export type StagedState = { id: string; state: 'new' | 'changed' | 'same' | 'optedOut' };

/** Returns what storing the staged rows of a table would do, if they are newer than the stored ones. */
function compare(table: Table, columns: Columns, key: readonly string[], isOptedOut: Sql): Sql {
  const names = columns.map(([name]) => name).filter(name => !key.includes(name) && name !== 'received_at');
  const stored = raw(names.map(name => `t.${name}`).join(', '));
  const newer = (name: string) => mergedFact(table, name, 's', `coalesce(s.${name}, t.${name})`);
  const merged = raw(names.map(newer).join(', '));
  const matches = raw(key.map(name => `t.${name} = s.${name}`).join(' and '));
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
    compare('agent', agentColumns, agentKey, sql`coalesce(t.is_suppressed, false) or ${optedOut('id')}`),
  );
  const closings = await tx.query<StagedState>(
    compare(
      'closing',
      closingColumns,
      closingKey,
      sql`coalesce(t.is_suppressed, false) or ${optedOut('agent_id')}`,
    ),
  );
  return { agents, closings };
}

/**
 * Stores what is staged. `isAnyMissing`: a pack of an earlier batch may still come. It must not overwrite facts that a
 * later batch repeated, so repeated facts get the later time, at the cost of a write.
 */
export async function storeStaged(tx: Tx, { isAnyMissing }: { isAnyMissing: boolean }): Promise<void> {
  await tx.execute(
    sql`with agent as (${upsert('agent', agentColumns, agentKey, isAnyMissing)})
      ${upsert('closing', closingColumns, closingKey, isAnyMissing)}`,
  );
}
