import { AppError } from '@closingwire/chassis/app-error';
import { raw, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import { type AuditChange, changeOf } from '@closingwire/contracts/audit';
import {
  type CorrectableField,
  type Corrections,
  correctableFields,
  type FlaggedClosing as ShownClosing,
} from '@closingwire/contracts/flagged-closings';
import { leadField } from '@closingwire/contracts/lead-fields';
import { keepIdentities } from '../identity/merge-agents.ts';
import { seenColumns } from '../loading/changes.ts';
import { stageStored } from '../loading/stage.ts';
import { hideLateSuppressed, OutdatedLoad } from '../opt-out/suppressions.ts';
import { leaveOutStaged } from '../own-lists/match.ts';
import { readCorrections } from './read-corrections.ts';

type StoredCorrections = Record<string, { was: string | number | null }> | null;

/** The closing of a flag, as JSON of the database. */
export type FlaggedClosing = Omit<ShownClosing, 'corrected' | 'hidden'> & {
  hiddenAt: string | null;
  hiddenBy: string;
  corrections: StoredCorrections;
  agentCorrections: StoredCorrections;
};

const columnOf = (field: CorrectableField) => leadField[field].stored.column;
const isOfAgent = (field: CorrectableField) => leadField[field].stored.table === 'agents';

/** The columns that belong to a contact (`companions_of`). They follow it, also when its correction ends. */
const companionsOf = (field: CorrectableField): readonly string[] => [
  ...seenColumns.filter(column => column.startsWith(`${columnOf(field)}_`)),
  ...(field === 'phone' ? ['phone_extension'] : []),
];

const VALUES = raw(
  correctableFields.map(field => `'${field}', ${isOfAgent(field) ? 'a' : 'c'}.${columnOf(field)}`).join(', '),
);

/** Selects the closing of a flag `f`; null if it is gone, or its agent opted out. */
export const SHOWN_CLOSING = sql`(
  select json_build_object(${VALUES}, 'city', c.city, 'state', c.state, 'soldDate', c.sold_date,
    'hiddenAt', c.hidden_at, 'hiddenBy', coalesce((select h.email from users h where h.id = c.hidden_by), ''),
    'corrections', c.corrections, 'agentCorrections', a.corrections)
  from closings c join agents a on a.zip = c.zip and a.id = c.agent_id
  where c.zip = f.zip and c.id = f.closing_id and not a.is_suppressed)`;

export function toFlaggedClosing({
  hiddenAt,
  hiddenBy,
  corrections,
  agentCorrections,
  ...closing
}: FlaggedClosing): ShownClosing {
  return {
    ...closing,
    hidden: hiddenAt === null ? null : { at: new Date(hiddenAt).toISOString(), by: hiddenBy },
    corrected: correctableFields.flatMap(field => {
      const stored = (isOfAgent(field) ? agentCorrections : corrections)?.[columnOf(field)];
      return stored ? [{ field, was: stored.was }] : [];
    }),
  };
}

type Found = {
  zip: string;
  saleId: string;
  soldDate: string;
  id: string;
  identityId: string | null;
  agentId: string;
  isHidden: boolean;
};

/**
 * Finds the closing of a flag. Locks the agents of its sale in the order of loads, then the closing: no load, merge or
 * undo changes it until the commit.
 */
async function lockedClosing(tx: Tx, flagId: string): Promise<Found> {
  await keepIdentities(tx);
  await tx.query(
    sql`select from agents a where (a.zip, a.id) in (
       select o.zip, o.agent_id from lead_flags f join closings c on c.zip = f.zip and c.id = f.closing_id
         join closings o on o.zip = c.zip and o.sale_id = c.sale_id
       where f.id = ${flagId}) order by a.zip, a.id for update of a`,
  );
  const find = () =>
    tx.maybe<Found & { isOptedOut: boolean }>(
      sql`select c.zip, c.sale_id as "saleId", c.sold_date::text as "soldDate", c.id, a.identity_id as "identityId", a.id as "agentId",
       c.hidden_at is not null as "isHidden", a.is_suppressed as "isOptedOut"
     from lead_flags f join closings c on c.zip = f.zip and c.id = f.closing_id
       join agents a on a.zip = c.zip and a.id = c.agent_id
     where f.id = ${flagId} for update of a, c`,
    );
  // A statement that waited for a lock does not find a closing whose id changed meanwhile; the next one does.
  const found = (await find()) ?? (await find());
  if (found && !found.isOptedOut) return found;
  throw new AppError(
    'missing',
    'not_found',
    'Expected a flag of a stored closing; it is gone, or its agent opted out',
  );
}

/** Throws unless a statement changed rows: a correction or hiding without effect must not report success. */
async function changeRows(tx: Tx, update: Sql): Promise<void> {
  const { changed } = await tx.one<{ changed: number }>(
    sql`with done as (${update} returning 1) select count(*)::int as changed from done`,
  );
  if (changed === 0) throw new AppError('missing', 'not_found', 'Expected a row to change; it is gone');
}

type Hiding = { flagId: string; isHidden: boolean; adminId: string; now: Date };

/** Hides the closing of a flag, or shows it again. Returns whether that changed it. */
export async function setHidden(tx: Tx, { flagId, isHidden, adminId, now }: Hiding): Promise<boolean> {
  const { zip, soldDate, id, isHidden: wasHidden } = await lockedClosing(tx, flagId);
  if (isHidden === wasHidden) return false;
  const change = isHidden
    ? sql`hidden_at = ${now}, hidden_by = ${adminId}`
    : sql`hidden_at = null, hidden_by = null, is_suppressed = false`;
  await changeRows(
    tx,
    sql`update closings t set ${change}, updated_at = now()
     where t.zip = ${zip} and t.sold_date = ${soldDate}::date and t.id = ${id}`,
  );
  return true;
}

type Values = [CorrectableField, string | number | null][];

/** Gives rows `t` these values, which later deliveries do not change (`keep_corrections`). */
async function correctRows(
  tx: Tx,
  table: 'agents' | 'closings',
  { values, rows, now }: { values: Values; rows: Sql; now: Date },
): Promise<void> {
  const columns = values.flatMap(([field]) => [columnOf(field), ...companionsOf(field)]);
  const given = JSON.stringify(Object.fromEntries(values.map(([field, value]) => [columnOf(field), value])));
  await changeRows(
    tx,
    sql`update ${raw(table)} t set (${raw(columns.join(', '))}) =
         (select ${raw(columns.map(name => `f.${name}`).join(', '))} from jsonb_populate_record(t, coalesce(uncorrected(t.corrections), '{}') || ${given}::jsonb) f),
       corrections = corrected(to_jsonb(t), ${given}::jsonb, ${now}), updated_at = now()
     where ${rows}`,
  );
}

/** Corrects an agent in every ZIP, in the order of loads, and leaves them out where their new contacts demand it. */
async function correctAgent(tx: Tx, found: Found, values: Values, now: Date): Promise<void> {
  const rows = found.identityId
    ? sql`identity_id = ${found.identityId}`
    : sql`zip = ${found.zip} and id = ${found.agentId}`;
  await tx.query(sql`select from agents where ${rows} order by zip, id for update`);
  await correctRows(tx, 'agents', { values, rows, now });
  await stageStored(tx, rows);
  await leaveOutStaged(tx);
  const isRefused = await hideLateSuppressed(tx, { suppression: 0, list: 0 }).then(
    () => tx.returnsRow(sql`select from agents where ${rows} and is_suppressed limit 1`),
    error => {
      if (error instanceof OutdatedLoad) return true;
      throw error;
    },
  );
  if (isRefused)
    throw new AppError(
      'conflict',
      'opted_out',
      'Expected contacts of the agent; a person with one of them opted out',
    );
}

/** Corrects fields of a flag's sale, for both sides, and of its agent. Returns the changes for the audit log, contacts without values. */
export async function correct(
  tx: Tx,
  { flagId, fields, now }: { flagId: string; fields: Corrections; now: Date },
): Promise<AuditChange[]> {
  const values = readCorrections(fields);
  const found = await lockedClosing(tx, flagId);
  const { closing } = await tx.one<{ closing: FlaggedClosing }>(
    sql`select ${SHOWN_CLOSING} as closing from lead_flags f where f.id = ${flagId}`,
  );
  const changed = values.filter(([field, value]) => closing[field] !== value);
  const ofClosing = changed.filter(([field]) => !isOfAgent(field));
  const ofAgent = changed.filter(([field]) => isOfAgent(field));
  if (ofClosing.length > 0)
    await correctRows(tx, 'closings', {
      values: ofClosing,
      rows: sql`t.zip = ${found.zip} and t.sale_id = ${found.saleId}`,
      now,
    });
  if (ofAgent.length > 0) await correctAgent(tx, found, ofAgent, now);
  return changed.map(([field, value]) =>
    isOfAgent(field) ? changeOf(field) : changeOf(field, closing[field], value),
  );
}
