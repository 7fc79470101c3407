import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { folderStorage } from '../src/backup/folder-storage.ts';
import type { Storage } from '../src/backup/storage.ts';
import { takeBackup } from '../src/backup/take-backup.ts';
import * as stores from './test-stores.ts';

let folder: string;
let source: Awaited<ReturnType<typeof stores.emptyStores>>;
let leads: string;
let migration: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/backup-`);
  source = await stores.filledStores();
  leads = stores.urlOf(source, 'leads');
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(async () => {
  migration = new pg.Client({ connectionString: leads, application_name: 'leads migrate' });
  await migration.connect();
});
afterEach(() => migration.end());

const take = (name: string, storage: Storage = folderStorage(folder)) =>
  takeBackup(stores.sourceOf(source), { storage, name, keys: { recipients: [] } });

/** Returns whether a backup has this lock (`isGranted`) or waits for it. */
const hasLock = async (table: string, mode: string, isGranted: boolean) => {
  const text = `select from pg_locks join pg_stat_activity using (pid) where relation = $1::regclass
    and mode = $2 and granted = $3 and application_name = 'backup'`;
  return (await stores.query(leads, text, [table, mode, isGranted])).length > 0;
};

/** Returns the storage, which runs `work` between the snapshots and the copy of the rows. */
const storageDuring = (work: () => Promise<unknown>): Storage => {
  const storage = folderStorage(folder);
  return {
    ...storage,
    async write(path, given) {
      if (path.endsWith('mongo/indexes.json')) await work();
      await storage.write(path, given);
    },
  };
};

test('a TRUNCATE waits for the backup, and services do not', async () => {
  const outcomes: string[] = [];
  const during = async () => {
    await migration.query(sql`set lock_timeout = '300ms'`);
    const truncated = migration.query(sql`truncate suppressions`);
    outcomes.push(
      await truncated.then(
        () => 'truncated',
        error => error.code,
      ),
    );
    await stores.query(leads, `update opt_out_requests set secret_hash = 'x'`);
    outcomes.push('updated');
  };
  const manifest = await take('truncated', storageDuring(during));
  expect(outcomes).toEqual(['55P03', 'updated']);
  expect(manifest.postgres.databases.leads?.rows).toMatchObject({ 'public.suppressions': 1 });
  expect(manifest.postgres.isOneSnapshot).toBe(true);
}, 60_000);

test('a backup waits for a migration that has locked a table', async () => {
  await migration.query(sql`begin; truncate opt_out_contacts cascade`);
  const backup = take('after-a-migration');
  await until(() => hasLock('opt_out_contacts', 'AccessShareLock', false));
  await migration.query(sql`rollback`);
  expect((await backup).postgres.databases.leads?.rows).toMatchObject({ 'public.opt_out_contacts': 1 });
}, 60_000);

test('a migration of the outbox ends first, without a deadlock', async () => {
  await migration.query(sql`begin; lock table opt_out_contacts in access exclusive mode`);
  const backup = take('in-a-circle');
  await until(() => hasLock('outbox', 'ExclusiveLock', true));
  await migration.query(sql`lock table outbox in access exclusive mode`);
  await migration.query(sql`commit`);
  await backup;
}, 60_000);

test('an endless migration is one sentence, and publishing continues', async () => {
  await migration.query(sql`begin; lock table opt_out_contacts in access exclusive mode`);
  const backup = take('never').catch(String);
  await until(() => hasLock('opt_out_contacts', 'AccessShareLock', false));
  await stores.query(
    leads,
    `set lock_timeout = '3s'; begin; lock table outbox in row exclusive mode; rollback`,
  );
  expect(await backup).toContain(
    'Expected to lock the tables of the database leads for reading; a migration or TRUNCATE is at one of them.',
  );
  expect(await folderStorage(folder).list('never')).toEqual([]);
}, 60_000);
