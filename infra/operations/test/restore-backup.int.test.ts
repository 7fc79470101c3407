import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { migrateTo, missingMigrations } from '@closingwire/chassis/migrate';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderStorage } from '../src/backup/folder-storage.ts';
import { rowsFile } from '../src/backup/postgres-dump.ts';
import { checkBackup, restoreBackup } from '../src/backup/restore-backup.ts';
import type { Storage } from '../src/backup/storage.ts';
import { takeBackup } from '../src/backup/take-backup.ts';
import * as stores from './test-stores.ts';

type Stores = Awaited<ReturnType<typeof stores.emptyStores>>;

const keys = { recipients: [] };

let folder: string;
let storage: Storage;
let source: Stores;

const take = (name: string) => takeBackup(stores.sourceOf(source), { storage, name, keys });
const restore = async (name: string, target: Stores, options: { replace?: boolean; from?: Storage } = {}) =>
  restoreBackup(await checkBackup({ storage: options.from ?? storage, name, keys }), target, options);

beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/backup-`);
  storage = folderStorage(folder);
  source = await stores.filledStores();
  await take('first');
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test('every row, key, trigger and sequence comes back', async () => {
  const target = await stores.emptyStores();
  const { manifest, kept } = await restore('first', target);
  expect(await stores.contentsOf(target)).toEqual(await stores.contentsOf(source));
  expect(manifest.postgres.isOneSnapshot).toBe(true);
  expect(manifest.kafka.messages).toEqual({ 'user.registered': 3 });
  expect(kept.problems).toHaveLength(1);
  for (const { name } of target.databases) await stores.startOn(target, name);
}, 120_000);

test('stores with data are refused by name and not changed', async () => {
  const target = await stores.filledStores();
  const before = await stores.contentsOf(target);
  await expect(restore('first', target)).rejects.toThrow(
    /the database auth has \d+ tables.*the topics have 3 messages, the collection articles has 2 documents/,
  );
  expect(await stores.contentsOf(target)).toEqual(before);
}, 120_000);

test('on request data is replaced, and later withdrawals are repeated', async () => {
  const target = await stores.filledStores();
  const late = '01936b3c-0000-7000-8000-000000000009';
  const auth = stores.urlOf(target, 'auth');
  await stores.query(auth, 'insert into deleted_users (id, deleted_at) values ($1, now())', [late]);
  await restore('first', target, { replace: true });
  expect(await stores.query(auth, 'select id from deleted_users')).toEqual([{ id: stores.user }]);
  const jobs = await stores.query(auth, 'select payload from graphile_worker._private_jobs order by id');
  expect(JSON.stringify(jobs.at(-1))).toContain(late);
  const saved = (await storage.list('withdrawals')).map(({ path }) => path);
  expect(saved).toEqual([expect.stringMatching(/^withdrawals-before-restore-.*\.json$/)]);
  await storage.remove(saved.join());
}, 120_000);

test('a connected process is refused by name', async () => {
  const target = await stores.emptyStores();
  const client = new pg.Client({
    connectionString: stores.urlOf(target, 'leads'),
    application_name: 'leads ingest',
  });
  await client.connect();
  await expect(restore('first', target)).rejects.toThrow(
    'connected to the database leads; connected: leads ingest. Stop the product',
  );
  await client.end();
}, 60_000);

/** Returns the storage, whose second read of this file fails. */
const failingAt = (path: string): Storage => {
  let reads = 0;
  return {
    ...storage,
    async read(wanted) {
      // The first read compares the checksum, the second one restores.
      if (wanted === path && ++reads > 1) throw new Error('the disk went away');
      return storage.read(wanted);
    },
  };
};

test('a killed restore blocks processes and can be repeated', async () => {
  const target = await stores.emptyStores();
  const file = `first/${rowsFile('leads', 'public.suppressions')}`;
  await expect(restore('first', target, { from: failingAt(file) })).rejects.toThrow('the disk went away');
  await expect(stores.startOn(target, 'auth')).rejects.toThrow('has not finished. Run the restore again.');
  await restore('first', target);
  expect(await stores.contentsOf(target)).toEqual(await stores.contentsOf(source));
  await stores.startOn(target, 'auth');
}, 120_000);

test('a backup of a newer version is refused before anything changes', async () => {
  const auth = stores.urlOf(source, 'auth');
  await stores.query(auth, `insert into migrations (name, run_on) values ('9999_later', now())`);
  await take('newer');
  await stores.query(auth, `delete from migrations where name = '9999_later'`);
  const target = await stores.emptyStores();
  await expect(restore('newer', target)).rejects.toThrow(
    /The backup is from version .* \(abcdef0\), and this version lacks 9999_later of auth/,
  );
  expect(await stores.query(stores.urlOf(target, 'auth'), `select to_regclass('users')`)).toEqual([
    { to_regclass: null },
  ]);
}, 60_000);

test('a backup of an older version is migrated at the next start', async () => {
  const older = await stores.emptyStores();
  for (const { name, url, migrations } of older.databases) {
    await stores.startOn(source, name);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const names = await stores.query(
      stores.urlOf(source, name),
      'select name from migrations order by id limit 6',
    );
    const version = {
      chassis: ['0001_outbox_and_inbox'],
      jobs: 19,
      service: names.map(row => row.name as string),
    };
    expect(await missingMigrations(migrations, version)).toEqual([]);
    await migrateTo(client, { folder: migrations, version });
    await client.end();
  }
  // `older` is another installation, so its backup needs its own folder.
  const from = folderStorage(`${folder}/of-older`);
  await takeBackup(stores.sourceOf(older), { storage: from, name: 'older', keys });
  const target = await stores.emptyStores();
  await restore('older', target, { from });
  expect(await stores.contentsOf(target)).toEqual(await stores.contentsOf(older));
  for (const { name } of target.databases) await stores.startOn(target, name);
}, 120_000);
