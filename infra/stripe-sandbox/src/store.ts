import { DatabaseSync } from 'node:sqlite';
import type { ObjectName, ObjectNamed, StoredObject } from './stored-object.ts';
import { idOf } from './stored-object.ts';

const schema = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table if not exists objects (
    sequence integer primary key autoincrement,
    id text not null unique,
    name text not null,
    customer text,
    body text not null
  );
  create index if not exists objects_by_name on objects (name, customer, sequence);
  create table if not exists idempotent_replies (
    key text primary key, request text not null, status integer not null, body text not null
  );
  create table if not exists sends (
    event_id text not null, endpoint_id text not null, attempts integer not null default 0, next_attempt_at integer,
    delivered_at integer, last_status integer, last_error text, primary key (event_id, endpoint_id)
  );
  create index if not exists sends_due on sends (next_attempt_at) where next_attempt_at is not null;
  create table if not exists webhook_secrets (endpoint_id text primary key, secret text not null);
  create table if not exists checkout_terms (
    session_id text primary key, trial_end integer, metadata text not null
  );
`;

/** Earlier versions stored only sends to STRIPE_WEBHOOK_URL, in a table of another shape. */
const adoptDeliveries = `
  create table if not exists deliveries (
    event_id text primary key, attempts integer not null default 0, next_attempt_at integer,
    delivered_at integer, last_status integer, last_error text
  );
  insert or ignore into sends
    select event_id, '', attempts, next_attempt_at, delivered_at, last_status, last_error from deliveries;
  drop table deliveries;
`;

export type Row = Record<string, string | number | bigint | null | Uint8Array>;
type Value = string | number | null;

export type Store = {
  livemode: boolean;
  /** Runs `work` in one SQLite transaction. */
  transaction<Result>(work: () => Result): Result;
  save<Saved extends StoredObject>(object: Saved): Saved;
  find<Name extends ObjectName>(name: Name, id: string): ObjectNamed<Name> | undefined;
  remove(id: string): void;
  /** Finds an object of any kind, for `expand`. */
  findAny(id: string): StoredObject | undefined;
  /** Newest first, as in every list of the API. */
  list<Name extends ObjectName>(name: Name, customer?: string): ObjectNamed<Name>[];
  /** Returns JSON with this store's `livemode`, also in nested objects: drafts have no mode. */
  serialize(value: object): string;
  rows(sql: string, ...values: Value[]): Row[];
  change(sql: string, ...values: Value[]): void;
  close(): void;
};

function customerOf(object: StoredObject): string | null {
  return 'customer' in object ? idOf(object.customer) : null;
}

/** Opens the SQLite file of one mode; `:memory:` opens a database without a file. */
export function openStore(file: string, livemode: boolean): Store {
  const database = new DatabaseSync(file);
  database.exec(schema);
  database.exec(`begin immediate; ${adoptDeliveries} commit;`);
  const upsert = database.prepare(
    `insert into objects (id, name, customer, body) values (?, ?, ?, ?)
     on conflict (id) do update set customer = excluded.customer, body = excluded.body`,
  );

  const serialize = (value: object) =>
    JSON.stringify(value, (key, member) =>
      key === 'livemode' && typeof member === 'boolean' ? livemode : member,
    );

  return {
    livemode,
    serialize,
    transaction(work) {
      database.exec('begin immediate');
      try {
        const result = work();
        database.exec('commit');
        return result;
      } catch (error) {
        database.exec('rollback');
        throw error;
      }
    },
    save(object) {
      upsert.run(object.id, object.object, customerOf(object), serialize(object));
      return object;
    },
    remove(id) {
      database.prepare('delete from objects where id = ?').run(id);
    },
    find(name, id) {
      const row = database.prepare('select body from objects where id = ? and name = ?').get(id, name);
      return row && JSON.parse(String(row.body));
    },
    findAny(id) {
      const row = database.prepare('select body from objects where id = ?').get(id);
      return row && JSON.parse(String(row.body));
    },
    list(name, customer) {
      return database
        .prepare(
          `select body from objects where name = ? and (? is null or customer = ?) order by sequence desc`,
        )
        .all(name, customer ?? null, customer ?? null)
        .map(row => JSON.parse(String(row.body)));
    },
    rows: (sql, ...values) => database.prepare(sql).all(...values),
    change: (sql, ...values) => {
      database.prepare(sql).run(...values);
    },
    close: () => database.close(),
  };
}
