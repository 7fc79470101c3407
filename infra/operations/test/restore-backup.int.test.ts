import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { openBus } from '@closingwire/chassis/bus';
import { createLog } from '@closingwire/chassis/log';
import { openPg } from '@closingwire/chassis/pg';
import { testBusOptions, testDatabase, testMongoUrl } from '@closingwire/chassis/testing';
import mongoose from 'mongoose';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderStorage } from '../src/backup/folder-storage.ts';
import { tablesOf } from '../src/backup/postgres-tables.ts';
import { type PlacedStores, productStores } from '../src/backup/product-stores.ts';
import { checkBackup, restoreBackup } from '../src/backup/restore-backup.ts';
import { takeBackup } from '../src/backup/take-backup.ts';

const log = createLog('test', 'silent');
const keys = { recipients: [] };

async function emptyStores(): Promise<PlacedStores> {
  const databases = [];
  for (const database of productStores.databases) {
    databases.push({ ...database, url: await testDatabase(database.name) });
  }
  return { databases, bus: { ...testBusOptions(), topics: productStores.topics }, mongoUrl: testMongoUrl() };
}

const sourceOf = (stores: PlacedStores) => ({
  ...stores,
  mongoTopics: productStores.mongoTopics,
  commit: 'abc',
});

const urlOf = ({ databases }: PlacedStores, name: string) =>
  databases.find(database => database.name === name)?.url ?? '';

async function query(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Every row of every table, as text, and the next value of every sequence. */
async function contentsOf({ databases }: PlacedStores) {
  const contents: Record<string, unknown> = {};
  for (const { name, url } of databases) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const table of await tablesOf(client)) {
      const { rows } = await client.query(`select t::text from ${table.sql} t order by 1`);
      contents[`${name}.${table.name}`] = rows.map(row => row.t);
    }
    contents[`${name} sequences`] = (
      await client.query('select sequencename, last_value from pg_sequences order by 1')
    ).rows;
    contents[`${name} keys`] = (
      await client.query(`select conname, pg_get_constraintdef(oid) as definition from pg_constraint
        where contype = 'f' order by 1`)
    ).rows;
    contents[`${name} triggers`] = (
      await client.query('select tgname, tgenabled from pg_trigger where not tgisinternal order by 1')
    ).rows;
    await client.end();
  }
  return contents;
}

const user = '01936b3c-0000-7000-8000-000000000001';

async function fill(stores: PlacedStores): Promise<void> {
  for (const { name, url, migrations } of stores.databases) {
    const opened = openPg({ url, name, migrations, log });
    await opened.part.start();
    await opened.part.stop();
  }
  const auth = urlOf(stores, 'auth');
  await query(auth, `insert into deleted_users (id, deleted_at) values ($1, now())`, [user]);
  await query(auth, `insert into outbox (id, topic, key, value, headers) values (default, 't', 'k', '{}', '{}')`).catch(
    () => {},
  );
  await query(
    auth,
    `select graphile_worker.add_job('a-job', payload => '{"text": "tab\\t, line\\n and \\\\ 日本"}'::json)`,
  );
  await query(
    urlOf(stores, 'leads'),
    `with r as (insert into opt_out_requests (id, state, created_at, confirmed_at)
         values ($1, 'in-effect', now(), now()) returning id),
       c as (insert into opt_out_contacts (request_id, kind, hash, masked)
         select id, 'email', '\\xab', 'a•••@example.com' from r)
     insert into suppressions (request_id, kind, hash) select id, 'email', '\\xab' from r`,
    [user],
  );
}

let folder: string;
let source: PlacedStores;

beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/backup-`);
  source = await emptyStores();
  await fill(source);
  const mongo = await mongoose.createConnection(source.mongoUrl).asPromise();
  await mongo.collection('articles').insertMany([{ _id: 1 as never, size: 1.5 }]);
  await mongo.close();
  const bus = openBus({ ...source.bus, clientId: 'test', log });
  await bus.part.start();
  await bus.sendWire(
    [{ topic: 'user.registered', key: 'k', value: 'v', headers: {} }],
    [{ topic: 'user.registered', partitions: 2, retentionHours: 1 }],
  );
  await bus.part.stop();
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test('every row, key, trigger and sequence comes back', async () => {
  const storage = folderStorage(folder);
  const manifest = await takeBackup(sourceOf(source), { storage, name: 'first', keys });
  expect(manifest.postgres).toMatchObject({ isOneSnapshot: true });
  const target = await emptyStores();
  await restoreBackup(await checkBackup({ storage, name: 'first', keys }), target);
  expect(await contentsOf(target)).toEqual(await contentsOf(source));
  expect(manifest.pausedMs).toBeLessThan(5_000);
}, 120_000);
