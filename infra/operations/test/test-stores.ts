import { openBus } from '@closingwire/chassis/bus';
import { createLog } from '@closingwire/chassis/log';
import { openPg, raw, sql } from '@closingwire/chassis/pg';
import { testBusOptions, testDatabase, testMongoUrl } from '@closingwire/chassis/testing';
import mongoose from 'mongoose';
import pg from 'pg';
import { tablesOf } from '../src/backup/postgres-tables.ts';
import { type LocatedStores, productStores } from '../src/backup/product-stores.ts';
import type { Source } from '../src/backup/take-backup.ts';

const log = createLog('test', 'silent');

/** Returns empty databases, topics and document stores on the test servers, for one product. */
export async function emptyStores(): Promise<LocatedStores> {
  const databases = [];
  for (const database of productStores.databases) {
    databases.push({ ...database, url: await testDatabase(database.name) });
  }
  return { databases, bus: { ...testBusOptions(), topics: productStores.topics }, mongoUrl: testMongoUrl() };
}

export const sourceOf = (stores: LocatedStores): Source => ({
  ...stores,
  mongoTopics: productStores.mongoTopics,
  commit: 'abcdef0',
});

export const urlOf = ({ databases }: LocatedStores, name: string) =>
  databases.find(database => database.name === name)?.url ?? '';

export async function query(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Opens a database as its service does at its start. */
export async function startOn(stores: LocatedStores, name: string): Promise<void> {
  const database = stores.databases.find(each => each.name === name);
  if (database === undefined) throw new Error(`expected a database ${name}`);
  const opened = openPg({ ...database, log });
  try {
    await opened.part.start();
  } finally {
    await opened.part.stop();
  }
}

export const user = '01936b3c-0000-7000-8000-000000000001';

/** A product that has been started, with a few rows, messages and documents. */
export async function filledStores(): Promise<LocatedStores> {
  const stores = await emptyStores();
  await Promise.all(stores.databases.map(({ name }) => startOn(stores, name)));
  await query(
    urlOf(stores, 'auth'),
    `with deleted as (insert into deleted_users (id, deleted_at) values ('${user}', now()))
     select graphile_worker.add_job('a-job', payload => '{"text": "tab\\t, line\\n and \\\\ 日本"}'::json)`,
  );
  await query(
    urlOf(stores, 'leads'),
    `with r as (insert into opt_out_requests (id, state, created_at, confirmed_at)
         values ('${user}', 'in-effect', now(), now()) returning id),
       c as (insert into opt_out_contacts (request_id, kind, hash, masked)
         select id, 'email', sha256('a'), 'a•••@example.com' from r)
     insert into suppressions (request_id, kind, hash) select id, 'email', sha256('a') from r`,
  );
  const mongo = await mongoose.createConnection(stores.mongoUrl).asPromise();
  await mongo.collection('articles').insertMany([{ title: 'one', size: 1.5 }, { title: 'two' }]);
  await mongo.close();
  await sendMessages(stores);
  return stores;
}

export async function sendMessages({ bus: options }: LocatedStores): Promise<void> {
  const bus = openBus({ ...options, clientId: 'test', log });
  await bus.part.start();
  const topic = 'user.registered';
  const messages = [1, 2, 3].map(n => ({ topic, key: `k${n}`, value: `v${n}`, headers: { ce_id: `${n}` } }));
  await bus.sendWire(messages, [{ topic, partitions: 2, retentionHours: 1 }]);
  await bus.part.stop();
}

const facts = {
  sequences: 'select sequencename, last_value from pg_sequences order by 1',
  keys: `select conname, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' order by 1`,
  triggers: 'select tgname, tgenabled from pg_trigger where not tgisinternal order by 1',
};

/** Returns every row of every table as text, and the other contents of the stores. */
export async function contentsOf({ databases, mongoUrl }: LocatedStores) {
  const contents: Record<string, unknown> = {};
  for (const { name, url } of databases) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const table of await tablesOf(client)) {
      const { rows } = await client.query(sql`select t::text from ${raw(table.sql)} t order by 1`);
      contents[`${name}.${table.name}`] = rows.map(row => row.t);
    }
    for (const [fact, text] of Object.entries(facts)) {
      contents[`${fact} of ${name}`] = (await client.query(text)).rows;
    }
    await client.end();
  }
  const mongo = await mongoose.createConnection(mongoUrl).asPromise();
  contents.articles = await mongo.collection('articles').find().sort({ title: 1 }).toArray();
  await mongo.close();
  return contents;
}
