import type { EventDeclaration } from '@closingwire/contracts/event';
import type { z } from 'zod';
import { empty, prepared, type Queries, raw, sql } from '../postgres/pg.ts';
import { type EventHandler, idempotent } from './consume.ts';

type Row = Record<string, unknown>;

/** The aggregate's ID and last version. */
type Deleted = { id: string; version: number };

/** A copy of another service's data: one row for each aggregate, with the newest state received. */
export type Replica<State> = {
  table: string;
  /**
   * Stores the state and returns true. Returns false if an equally new or newer state is stored, or the aggregate or
   * its owner is deleted.
   */
  upsertIfNewer(db: Queries, state: State): Promise<boolean>;
  /** Keeps the key and the values of `forgotten`; later states change nothing. Without `forgotten`, deletes the row. */
  forget(tx: Queries, deleted: Deleted): Promise<void>;
  /** Handlers that store the events of `on`. */
  handlers: EventHandler[];
};

type EventOf<Data> = { topic: string; data: z.ZodType<Data> };

type Forgotten = {
  /** The values of columns after a deletion; without it the row is deleted. */
  forgotten?: Row | (() => Row);
  /** SQL that is true for a deleted row: "status = 'deleted'". */
  isForgotten?: string;
};

/**
 * The table of owners, and the column with the owner's ID. `isForgotten`: SQL that is true for a deleted owner; states of an
 * unknown owner are stored. `mustExist`: for owners whose row is deleted; the row is locked meanwhile.
 */
type Owner = { table: string; column: string } & ({ isForgotten: string } | { mustExist: true });

type ReplicaOptions<State> = Forgotten & {
  /** The events that `handlers` store; their data is the whole state. */
  on?: readonly EventOf<State>[];
  /** Values by column, as JSON. */
  row: (state: State) => Row & { version: number };
  /** The column of the aggregate's ID; default `id`. */
  key?: string;
  /** Columns that only the first state sets, and a deletion keeps. */
  insertOnly?: readonly string[];
  /** States of a deleted owner are not stored. */
  ownedBy?: Owner;
  /** Called with the states after `handlers` have stored them; again when a message is repeated. */
  afterwards?: (db: Queries, states: readonly State[]) => Promise<void>;
};

const assignments = (columns: string[]) => columns.map(column => `${column} = excluded.${column}`).join(', ');

function ownerLives(owner: Owner): string {
  const ofOwner = `from ${owner.table} where id = arrived.${owner.column}`;
  return 'mustExist' in owner
    ? `exists (select ${ofOwner} for key share)`
    : `(select ${owner.isForgotten} ${ofOwner}) is not true`;
}

/** Splits rows into turns with unique keys; rows of one key keep their order. */
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
 * Declares a replica. The highest version wins, whatever the order of arrival; a deletion is final. Rows are passed as JSON,
 * so columns have names instead of positions.
 */
export function replica<State extends object>(table: string, options: ReplicaOptions<State>): Replica<State> {
  const { key = 'id', insertOnly = [], isForgotten, ownedBy } = options;
  const isOwned = ownedBy ? sql`where ${raw(ownerLives(ownedBy))}` : empty;
  const isKept = isForgotten
    ? sql`and not (select ${raw(isForgotten)} from (select ${raw(table)}.*) as stored)`
    : empty;

  const upsertOf = (columns: string[], rows: Row[]) => sql`
    insert into ${raw(table)} (${raw(columns.join(', '))})
    select ${raw(columns.join(', '))}
    from jsonb_populate_recordset(null::${raw(table)}, ${JSON.stringify(rows)}::jsonb) as arrived
    ${isOwned}
    on conflict (${raw(key)}) do update
    set ${raw(assignments(columns.filter(name => name !== key && !insertOnly.includes(name))))}
    where ${raw(table)}.version < excluded.version ${isKept}
    returning 1`;

  const forgetOf = (columns: string[], row: Row) => sql`
    insert into ${raw(table)} (${raw(columns.join(', '))})
    select ${raw(columns.join(', '))} from jsonb_populate_record(null::${raw(table)}, ${JSON.stringify(row)}::jsonb)
    on conflict (${raw(key)}) do update
    set ${raw(assignments(columns.filter(name => !['version', key, ...insertOnly].includes(name))))},
      version = greatest(${raw(table)}.version, excluded.version)`;

  /** Stores rows of different keys, in the order of the keys, so that two statements do not deadlock. */
  async function upsert(db: Queries, rows: Row[]): Promise<number> {
    const inOrder = rows.toSorted((one, other) => (String(one[key]) < String(other[key]) ? -1 : 1));
    return (await db.query(prepared(upsertOf(Object.keys(rows[0] ?? {}), inOrder)))).length;
  }

  async function forget(tx: Queries, { id, version }: Deleted): Promise<void> {
    if (!options.forgotten) return tx.execute(sql`delete from ${raw(table)} where ${raw(key)} = ${id}`);
    const left = typeof options.forgotten === 'function' ? options.forgotten() : options.forgotten;
    const row = { ...left, [key]: id, version };
    await tx.execute(forgetOf(Object.keys(row), row));
  }

  const handlers = (options.on ?? []).map(event =>
    idempotent(event as unknown as EventDeclaration, async (messages, pg: Queries) => {
      const rows = messages.map(({ data }) => options.row(data as State));
      for (const turn of inTurns(rows, key)) await upsert(pg, turn);
      await options.afterwards?.(
        pg,
        messages.map(({ data }) => data as State),
      );
    }),
  );
  return {
    table,
    upsertIfNewer: async (db, state) => (await upsert(db, [options.row(state)])) > 0,
    forget,
    handlers,
  };
}
