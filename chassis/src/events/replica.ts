import type { EventDeclaration } from '@closingwire/contracts/event';
import sql, { raw } from 'sql-template-tag';
import type { z } from 'zod';
import { prepared, type Queries } from '../postgres/pg.ts';
import { type EventHandler, idempotent } from './consume.ts';

type Row = Record<string, unknown>;

/** What the event of a deletion has: the aggregate's id and its last version. */
type Deleted = { id: string; version: number };

/** A copy of what another service owns: one row per aggregate, with the newest state that arrived. */
export type Replica<State> = {
  table: string;
  /** Stores the state; false, and no change, when one as new is there, or the aggregate or its owner was deleted. */
  upsertIfNewer(db: Queries, state: State): Promise<boolean>;
  /** Leaves the key and what `forgotten` names. No state that arrives later brings the rest back. */
  forget(tx: Queries, deleted: Deleted): Promise<void>;
  /** What stores the events of `on`, for `consumer`. They are idempotent, so no row of the inbox is written. */
  handlers: EventHandler[];
};

/** An event whose data has at least this. */
type EventOf<Data> = { topic: string; data: z.ZodType<Data> };

type Forgotten = {
  /** What columns hold after a deletion; without it the row goes. */
  forgotten?: Row | (() => Row);
  /** SQL on a row of the table that is true after a deletion: "status = 'deleted'". */
  isForgotten?: string;
};

/**
 * The table of owners, and the column that holds the owner's id. `isForgotten` is SQL that is true of an owner who was
 * deleted: of one who is not known yet, states are stored. `mustExist` is for owners whose row goes with them; it is
 * locked, so that it goes before or after.
 */
type Owner = { table: string; column: string } & ({ isForgotten: string } | { mustExist: true });

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
  ownedBy?: Owner;
};

const assignments = (columns: string[]) => columns.map(column => `${column} = excluded.${column}`).join(', ');

function ownerLives(owner: Owner): string {
  const ofOwner = `from ${owner.table} where id = arrived.${owner.column}`;
  return 'mustExist' in owner
    ? `exists (select ${ofOwner} for key share)`
    : `(select ${owner.isForgotten} ${ofOwner}) is not true`;
}

/** Rows in turns: each has a key once at most, and its next one is in the next turn. */
function inTurns(rows: Row[], key: string): Row[][] {
  const turns: Row[][] = [];
  for (const [, ofKey] of Map.groupBy(rows, row => row[key])) {
    for (const [turn, row] of ofKey.entries()) {
      turns[turn] ??= [];
      turns[turn].push(row);
    }
  }
  return turns;
}

/**
 * Declares the replica. The highest version stays, however often and in whatever order the states arrive; a deletion
 * is final. Rows travel as JSON, so that columns have names and no positions.
 */
export function replica<State extends object>(table: string, options: ReplicaOptions<State>): Replica<State> {
  const { key = 'id', insertOnly = [], isForgotten, ownedBy } = options;
  const upsertSql = (columns: string[]) => `
    insert into ${table} (${columns.join(', ')})
    select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $1::jsonb) as arrived
    ${ownedBy ? `where ${ownerLives(ownedBy)}` : ''}
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

  /** Rows of different keys, in the order of the keys: two that store the same ones wait for each other and no more. */
  async function upsert(db: Queries, rows: Row[]): Promise<number> {
    upsertText ??= upsertSql(Object.keys(rows[0] ?? {}));
    const inOrder = rows.toSorted((one, other) => (String(one[key]) < String(other[key]) ? -1 : 1));
    return (await db.query(prepared({ text: upsertText, values: [JSON.stringify(inOrder)] }))).length;
  }

  async function forget(tx: Queries, { id, version }: Deleted): Promise<void> {
    if (!options.forgotten)
      return void (await tx.query(sql`delete from ${raw(table)} where ${raw(key)} = ${id}`));
    const left = typeof options.forgotten === 'function' ? options.forgotten() : options.forgotten;
    const row = { ...left, [key]: id, version };
    await tx.query(forgetSql(Object.keys(row)), [JSON.stringify(row)]);
  }

  const handlers = (options.on ?? []).map(event =>
    idempotent(event as unknown as EventDeclaration, async (messages, pg: Queries) => {
      const rows = messages.map(({ data }) => options.row(data as State));
      for (const turn of inTurns(rows, key)) await upsert(pg, turn);
    }),
  );
  return {
    table,
    upsertIfNewer: async (db, state) => (await upsert(db, [options.row(state)])) > 0,
    forget,
    handlers,
  };
}
