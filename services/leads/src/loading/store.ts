import { prepared, raw, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import { seenContacts } from '../identity/seen-contacts.ts';
import { keepBefore } from './changes.ts';
import { effectsOf } from './effects.ts';
import { comparedColumns, keyOf, leadColumns, OWN_PLACE, type Table } from './lead-columns.ts';
import type { Delivery } from './merge.ts';
import { numberKeySql } from './sale-keys.ts';

const places: ReadonlySet<string> = new Set(['city', 'state']);

/** The sources and listings of a row are added to those that are stored. */
const added: ReadonlySet<string> = new Set(['source_ids', 'listing_keys']);

const isOlder = 'excluded.received_at < t.received_at';

const newerOf = (name: string) =>
  `case when ${isOlder} then coalesce(t.${name}, excluded.${name}) else coalesce(excluded.${name}, t.${name}) end`;

type Incoming = 'excluded' | 's';

/** The stored array of `t` with the other one added; null adds nothing. */
const bothOf = (name: string, other: Incoming) =>
  `case when ${other}.${name} is null or t.${name} @> ${other}.${name} then t.${name} else t.${name} || ${other}.${name} end`;

/** Returns the value of a fact after the incoming row; `newer` is that of most facts. */
export function mergedFact(table: Table, name: string, incoming: Incoming, newer: string): string {
  if (added.has(name)) return bothOf(name, incoming);
  if (name === OWN_PLACE) return `t.${OWN_PLACE} or ${incoming}.${OWN_PLACE}`;
  if (table === 'closing' || !places.has(name)) return newer;
  return `case when t.${OWN_PLACE} and not ${incoming}.${OWN_PLACE} then t.${name} else ${newer} end`;
}

/** Another source reports the row `t`, or several do. */
const hasOthers = `(t.reports is not null or t.source_ids <> '{}' and not excluded.source_ids <@ t.source_ids)`;

/** The source and the times of contacts, of a staged row. */
const stagedSeen = seenContacts.flatMap(contact => [
  [`${contact}_source_id`, `case when ${contact} is not null then source_ids[1] end`],
  [`${contact}_first_seen_at`, `case when ${contact} is not null then received_at end`],
  [`${contact}_last_seen_at`, `case when ${contact} is not null then received_at end`],
]);

/** The same after the incoming row: another value has another source, and is first seen now. */
const mergedSeen = seenContacts.flatMap(contact => {
  const isTaken = `excluded.${contact} = ${newerOf(contact)} and ${hasOthers} is not true`;
  const seen = (name: string, ifSame: (stored: string, incoming: string) => string) => {
    const column = `${contact}_${name}`;
    const same = ifSame(`t.${column}`, `excluded.${column}`);
    return [
      column,
      `case when t.${contact} = excluded.${contact} then ${same}
        when ${isTaken} then excluded.${column} else t.${column} end`,
    ];
  };
  return [
    seen('source_id', (stored, incoming) => `coalesce(${stored}, ${incoming})`),
    seen('first_seen_at', (stored, incoming) => `least(${stored}, ${incoming})`),
    seen('last_seen_at', (stored, incoming) => `greatest(${stored}, ${incoming})`),
  ];
});

const contacts: ReadonlySet<string> = new Set(seenContacts);

/** A staged row has columns that are no facts. */
const incomingFactsOf = (incoming: Incoming) =>
  incoming === 's' ? "facts_of(to_jsonb(s) - 'round' - 'known')" : 'facts_of(to_jsonb(excluded))';
const incomingFacts = incomingFactsOf('excluded');
const mergedReports = `case when ${hasOthers} then add_report(
    coalesce(t.reports, first_reports(t.source_ids, facts_of(to_jsonb(t)), t.created_at, t.received_at)),
    excluded.source_ids[1], ${incomingFacts}, excluded.received_at) end`;

const merged = (names: readonly string[], of: (name: string) => string) => names.map(of).join(', ');

/** Whether a source says something that it has not said before. */
export function saysMore(table: Table, incoming: Incoming = 'excluded'): string {
  const arrays = comparedColumns(table).filter(name => added.has(name));
  return `(t.reports is null
    or (${merged(arrays, name => `t.${name}`)}) is distinct from (${merged(arrays, name => bothOf(name, incoming))})
    or (t.reports -> ${incoming}.source_ids[1]::text -> 'facts' @> ${incomingFactsOf(incoming)}) is not true)`;
}

/** A repeated report of the same facts is written when the last one is this old. */
const isSeenAgain = `excluded.received_at > t.received_at + interval '20 hours'`;

/** How to store a round. `sole` is the only delivery of the load: its rows are staged without it. */
export type Round = {
  round: number;
  /** A pack of an earlier batch may still come. It must not overwrite facts that a later batch repeated. */
  isAnyMissing: boolean;
  sole?: Delivery | undefined;
};

/** The staged rows of a round, each with its delivery. */
function stagedRows(table: Table, columns: readonly string[], { round, sole }: Round): Sql {
  const sources = sole?.sourceId === undefined ? null : [sole.sourceId];
  return sql`(select ${raw(columns.join(', '))}, coalesce(batch_id, ${sole?.batchId ?? null}::uuid) as batch_id,
      coalesce(source_ids, ${sources}::smallint[]) as source_ids
    from ${raw(table)}_stage where coalesce(round, 0) = ${raw(String(round))})`;
}

/** Whether a row says something new. Equal facts are written when they were last seen a day ago, or if a pack is missing. */
function isNews(table: Table, values: readonly string[], isAnyMissing: boolean): Sql {
  const facts = comparedColumns(table);
  return sql`(${raw(`(${merged(facts, name => `t.${name}`)}) is distinct from (${values.join(', ')}) and ${saysMore(table)}
    or ${isSeenAgain}`)} or ${isAnyMissing}::boolean and ${raw(`(${isOlder}) is not true`)})`;
}

/**
 * Builds an upsert in which newer facts overwrite, older ones fill blanks, and equal ones write nothing. A row without
 * `received_at` is the oldest. A row of several sources gets its reports; `settleReports` then decides between them. Rows
 * that are met are locked, also without news: a merge that removes an agent waits for the load, and moves its closings.
 */
function upsert(table: Table, round: Round): Sql {
  const plain = leadColumns[table].map(([name]) => name);
  const seen = table === 'agent' ? stagedSeen : [];
  const facts = comparedColumns(table);
  const values = facts.map(name => mergedFact(table, name, 'excluded', newerOf(name)));
  // `settleReports` compares a contact of several sources with the one shown before.
  const stored = (name: string, value: string | undefined) =>
    contacts.has(name)
      ? `${name} = case when ${hasOthers} then t.${name} else ${value} end`
      : `${name} = ${value}`;
  const set = [
    ...facts.map((name, i) => stored(name, values[i])),
    ...(table === 'agent' ? mergedSeen : []).map(([name, value]) => `${name} = ${value}`),
    `reports = ${mergedReports}`,
    'batch_id = excluded.batch_id',
    'updated_at = now()',
    'received_at = greatest(t.received_at, excluded.received_at)',
  ];
  const columns = [...plain, 'batch_id', 'source_ids'];
  return sql`insert into ${raw(table)}s as t (${raw([...columns, ...seen.map(([name]) => name)].join(', '))})
    select ${raw([...columns, ...seen.map(([, value]) => value)].join(', '))} from ${stagedRows(table, plain, round)} staged
    on conflict (${raw(keyOf[table].join(', '))}) do update set ${raw(set.join(', '))} where ${isNews(table, values, round.isAnyMissing)}
    returning old.*, new.batch_id as by_batch, ${raw(changedRow[table])}, ${raw(newsOf(table))}`;
}

/** Facts that the load needs of a stored row. `old` is null in a new row. */
const changedRow: Record<Table, string> = {
  agent:
    'new.zip as row_zip, new.id as row_id, new.identity_id as row_subject, new.reports is not null as has_reports',
  closing: `new.zip as row_zip, new.id as row_id, new.reports is not null as has_reports, new.sale_id as row_subject, new.sold_date as row_sold,
    old.id is null and new.mls_id is not null as is_new_closing,
    ${numberKeySql('coalesce(new.source_ids[1], 0)', 'new.mls_id')} as listing`,
};

/** Whether a written row has other facts than before; a row that was seen again has not. */
function newsOf(table: Table): string {
  const facts = comparedColumns(table);
  return `(${merged(facts, name => `old.${name}`)}) is distinct from (${merged(facts, name => `new.${name}`)}) as is_news,
    new.reports as reports_after`;
}

/** A stored row that needs another look. */
export type Unsettled = { kind: 'agents' | 'closings' | 'new'; zip: string; id: string };

const delivered = (round: Round) => sql`insert into delivered_closings (batch_id, zips, closing_ids)
  select batch_id, array_agg(zip), array_agg(id) from ${stagedRows('closing', ['zip', 'id'], round)} staged
  where batch_id is not null group by batch_id`;

const effectColumns: Record<Table, readonly string[]> = {
  agent: ['id', 'identity_id', 'known'],
  closing: ['id', 'sale_id', 'known'],
};

/** Keeps the effects of a round, to be counted when the delivery is done. */
const effects = (round: Round) => {
  const of = (table: Table) =>
    effectsOf(table, { staged: stagedRows(table, effectColumns[table], round), round: round.round });
  return sql`insert into delivery_effects (batch_id, of_table, effect, ids)
    select batch_id, of_table, effect, array_agg(id) from ((${of('agent')}) union all (${of('closing')})) each_once
    where batch_id is not null group by batch_id, of_table, effect`;
};

/** Whether the listing of a stored closing was known before the load, or before this round. */
const isKnownListing = ({ round }: Round) => sql`(
  select true from sale_keys k where k.key = listing and k.sale_id = row_subject
    and (k.created_at < now() or ${round > 0}::boolean) limit 1)`;

/**
 * Stores a round of what is staged. Returns rows that several sources report, and new closings of listings that were
 * known before.
 */
export function storeRound(tx: Tx, round: Round): Promise<Unsettled[]> {
  return tx.query<Unsettled>(
    prepared(sql`with agent as (${upsert('agent', round)}),
      closing as (${upsert('closing', round)}),
      agents_before as (${keepBefore('agents', 'agent')}),
      closings_before as (${keepBefore('closings', 'closing')}),
      delivered as (${delivered(round)}),
      effects as (${effects(round)})
     select 'agents' as kind, row_zip as zip, row_id as id from agent where has_reports
     union all
     select 'closings', row_zip, row_id from closing where has_reports
     union all
     select 'new', row_zip, row_id from closing where is_new_closing and ${isKnownListing(round)}`),
  );
}
