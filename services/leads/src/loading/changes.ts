import { raw, type Sql, sql } from '@closingwire/chassis/pg';
import { leadFields } from '@closingwire/contracts/lead-fields';
import { seenContacts } from '../identity/seen-contacts.ts';

const factsOf = (table: 'agents' | 'closings') =>
  leadFields.filter(({ stored }) => stored.table === table).map(({ stored }) => stored.column);

export const seenColumns = seenContacts.flatMap(contact => [
  `${contact}_source_id`,
  `${contact}_first_seen_at`,
  `${contact}_last_seen_at`,
]);

/** Columns of `agents` that say something about the person, besides the fields of a lead. */
const furtherFacts = ['other_emails', 'other_phones', 'has_own_place'];

/** Columns of facts, which sources decide between them (`trusted_facts`). */
export const factColumns = {
  agents: [...factsOf('agents'), ...furtherFacts],
  closings: [...factsOf('closings'), 'source_type'].filter(name => name !== 'zip' && name !== 'sold_date'),
};

const stateColumns = [
  'is_suppressed',
  'created_at',
  'updated_at',
  'received_at',
  'source_ids',
  'reports',
  'batch_id',
];

/** Every column that deliveries decide, as `agent_changes` and `closing_changes` keep them. */
export const allColumns = {
  agents: ['zip', 'id', 'identity_id', 'is_deleted', ...factColumns.agents, ...seenColumns, ...stateColumns],
  closings: [
    'zip',
    'sold_date',
    'id',
    'sale_id',
    'agent_id',
    'listing_keys',
    ...factColumns.closings,
    ...stateColumns,
  ],
};

const kept = { agents: 'agent_changes', closings: 'closing_changes' } as const;

/**
 * Keeps rows as the sources said them before a delivery changed them. `changed` names a query with `by_batch` and the
 * columns of the row, corrected ones too.
 */
export function keepBefore(table: 'agents' | 'closings', changed: string): Sql {
  const columns = allColumns[table].join(', ');
  const isKept = 'c.by_batch is not null and c.id is not null';
  return sql`${raw(`insert into ${kept[table]} (by_batch, ${columns})
    select by_batch, ${columns} from ${changed} c where ${isKept} and corrections is null
    union all
    select c.by_batch, ${allColumns[table].map(name => `f.${name}`).join(', ')} from ${changed} c
      cross join lateral jsonb_populate_record(null::${table}, sourced(to_jsonb(c))) f
    where ${isKept} and c.corrections is not null`)}`;
}

/** Makes an update of closings that an undo of the delivery in `batch_id` can revert. */
export const recordClosings = (update: Sql): Sql =>
  sql`with changed as (${update} returning old.*, new.batch_id as by_batch) ${keepBefore('closings', 'changed')}`;
