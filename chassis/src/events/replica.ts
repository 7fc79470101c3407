import type { EventDeclaration } from '@closingwire/contracts/event';
import type { z } from 'zod';
import { prepared, type Queries } from '../postgres/pg.ts';
import { type EventHandler, on } from './consume.ts';

type Row = Record<string, unknown>;

/** What the event of a deletion has: the aggregate's id and its last version. */
type Deleted = { id: string; version: number };

/** A copy of what another service owns: one row per aggregate, with the newest state that arrived. */
export type Replica<State> = {
  table: string;
  /** Stores the state; false, and no change, when one as new is there, or the aggregate or its owner was deleted. */
  upsertIfNewer(tx: Queries, state: State): Promise<boolean>;
  /** Leaves the key and what `forgotten` names. No state that arrives later brings the rest back. */
  forget(tx: Queries, deleted: Deleted): Promise<void>;
  /** What stores the events of `on` and `forget`, for `consumer`. */
  handlers: EventHandler[];
};

/** An event whose data has at least this. */
type EventOf<Data> = { topic: string; data: z.ZodType<Data> };

type Forgotten = {
  /** The event of a deletion; its data has the id and the version. */
  forget?: EventOf<Deleted>;
  /** What columns hold after a deletion; without it the row goes. */
  forgotten?: Row | (() => Row);
  /** SQL on a row of the table that is true after a deletion: "status = 'deleted'". */
  isForgotten?: string;
};

type ReplicaOptions<State> = Forgotten & {
  /** Events whose data is the whole state. */
  on?: readonly EventOf<State>[];
  /** Columns and values; JSON types, which the columns' types read. */
  row: (state: State) => Row & { version: number };
  /** The column of the aggregate's id; `id` by default. */
  key?: string;
  /** Columns that only the first state sets; a deletion leaves them, too. */
  insertOnly?: readonly string[];
  /** Of a deleted owner no state is stored. */
  ownedBy?: { table: string; isForgotten: string; id: (state: State) => string };
};

const asEvent = (event: EventOf<unknown>) => event as unknown as EventDeclaration;

const assignments = (columns: string[]) => columns.map(column => `${column} = excluded.${column}`).join(', ');

/**
 * Declares the replica. The highest version stays, however often and in whatever order the states arrive; a deletion
 * is final. Rows travel as JSON, so that columns have names and no positions.
 */
export function replica<State extends object>(table: string, options: ReplicaOptions<State>): Replica<State> {
  const { key = 'id', insertOnly = [], isForgotten, ownedBy } = options;
  const upsertSql = (columns: string[]) => `
    insert into ${table} (${columns.join(', ')})
    select ${columns.join(', ')} from jsonb_populate_record(null::${table}, $1::jsonb)
    ${ownedBy ? `where not exists (select from ${ownedBy.table} where id = $2::uuid and ${ownedBy.isForgotten})` : ''}
    on conflict (${key}) do update set ${assignments(columns.filter(name => name !== key && !insertOnly.includes(name)))}
    where ${table}.version < excluded.version
      ${isForgotten ? `and not (select ${isForgotten} from (select ${table}.*) as stored)` : ''}
    returning 1`;
  const forgetSql = (columns: string[]) => `
    insert into ${table} (${columns.join(', ')})
    select ${columns.join(', ')} from jsonb_populate_record(null::${table}, $1::jsonb)
    on conflict (${key}) do update set
      ${assignments(columns.filter(name => !['version', key, ...insertOnly].includes(name)))},
      version = greatest(${table}.version, excluded.version)`;
  let upsertText: string | undefined;

  async function upsertIfNewer(tx: Queries, state: State): Promise<boolean> {
    const row = options.row(state);
    upsertText ??= upsertSql(Object.keys(row));
    const values = [JSON.stringify(row), ...(ownedBy ? [ownedBy.id(state)] : [])];
    return (await tx.query(prepared({ text: upsertText, values }))).length > 0;
  }

  async function forget(tx: Queries, { id, version }: Deleted): Promise<void> {
    if (!options.forgotten) return void (await tx.query(`delete from ${table} where ${key} = $1`, [id]));
    const left = typeof options.forgotten === 'function' ? options.forgotten() : options.forgotten;
    const row = { ...left, [key]: id, version };
    await tx.query(forgetSql(Object.keys(row)), [JSON.stringify(row)]);
  }

  const stored = (options.on ?? []).map(event =>
    on(asEvent(event), async ({ data }, tx) => void (await upsertIfNewer(tx, data as State))),
  );
  const forgotten = options.forget
    ? [on(asEvent(options.forget), ({ data }, tx) => forget(tx, data as Deleted))]
    : [];
  return { table, upsertIfNewer, forget, handlers: [...stored, ...forgotten] };
}
