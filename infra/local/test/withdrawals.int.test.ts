import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createLog } from '@closingwire/chassis/log';
import { openPg } from '@closingwire/chassis/pg';
import { withdrawals } from '@closingwire/contracts/withdrawals';
import { folderStorage } from '@closingwire/operations/backup/folder-storage';
import { productStores, storesOn } from '@closingwire/operations/backup/product-stores';
import { takeBackup } from '@closingwire/operations/backup/take-backup';
import * as withdrawing from '@closingwire/operations/backup/withdrawals';
import { withDatabase } from '@closingwire/topology/addresses';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restorePlatform } from '../src/backup/restore-platform.ts';
import { localDirectory, root } from '../src/root.ts';
import { discardData } from '../src/servers/discard-data.ts';
import { startStores } from './backup/loaded-platform.ts';

const databases = ['auth', 'leads', 'notifications'];
const user = '01936b3c-0000-7000-8000-000000000001';
const other = '01936b3c-0000-7000-8000-000000000002';
const request = '01936b3c-0000-7000-8000-000000000003';
const list = '01936b3c-0000-7000-8000-000000000004';
const hash = 'ab'.repeat(32);

let dir: string;
let stores: Awaited<ReturnType<typeof startStores>>;

async function query(
  database: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: withDatabase(stores.postgresUrl, database) });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Creates the services' databases by their migrations. */
async function migrated(): Promise<void> {
  for (const name of databases) {
    await query('postgres', `create database ${name}`);
    const migrations = new URL(`file://${root}/services/${name}/migrations/`);
    const url = withDatabase(stores.postgresUrl, name);
    const opened = openPg({ url, name, migrations, log: createLog('test', 'silent') });
    await opened.part.start();
    await opened.part.stop();
  }
}

const ofStores = {
  ...productStores,
  databases: productStores.databases.filter(({ name }) => databases.includes(name)),
  mongoDatabase: 'notes',
};
const keys = { recipients: [] };
const saved = () => ({ storage: folderStorage(`${dir}/backups`), name: 'first', keys });
const restore = () => restorePlatform(saved(), { dir, stores: ofStores });
const urlOf = (name: string) => withDatabase(stores.postgresUrl, name);

async function takeFirst(): Promise<void> {
  const { postgresUrl, kafkaBrokers, mongoUrl } = stores;
  const servers = { postgresUrl, bus: { brokers: [kafkaBrokers], topicPrefix: '' }, mongoUrl };
  await takeBackup({ ...storesOn(ofStores, servers), mongoTopics: [], commit: '' }, saved());
}

beforeAll(async () => {
  await mkdir(localDirectory, { recursive: true });
  dir = await mkdtemp(`${localDirectory}/test-`);
  await mkdir(`${dir}/data`);
  await writeFile(`${dir}/secrets.json`, '{}');
  stores = await startStores(dir);
  await migrated();
  await takeFirst();
  // Rows that users caused after the backup, so that the backup lacks them.
  await query('auth', 'insert into deleted_users (id, deleted_at) values ($1, now())', [user]);
  await query('notifications', 'insert into opt_outs (user_id, opted_out_at) values ($1, now())', [other]);
  await query(
    'leads',
    `with r as (insert into opt_out_requests (id, state, created_at, confirmed_at)
         values ($1, 'in-effect', now(), now()) returning id),
       c as (insert into opt_out_contacts (request_id, kind, hash, masked)
         select id, 'email', decode($2, 'hex'), 'a•••@example.com' from r)
     insert into suppressions (request_id, kind, hash) select id, 'email', decode($2, 'hex') from r`,
    [request, hash],
  );
  await query(
    'leads',
    `with l as (insert into deletion_lists (id, kind, file_name, listed_on, digest, record_count, uploaded_at, state,
         finished_at, change)
         values ($1, 'email', 'e.csv', '2026-11-01', decode($2, 'hex'), 1, now(), 'done', now(), 1) returning id),
       r as (insert into deletion_records (list_id, position, record_id, hash, outcome)
         select id, 1, 'A7kP2xQ9Lm4R', decode($2, 'hex'), 3 from l)
     insert into suppressions (request_id, kind, hash) select id, 'license', decode($2, 'hex') from l`,
    [list, hash],
  );
}, 300_000);

afterAll(async () => {
  await stores.supervisor.stop();
  await discardData(dir);
  await rm(dir, { recursive: true, force: true });
}, 300_000);

const expected = {
  deletedUsers: [{ id: user }],
  declines: [other],
  optOuts: [{ id: request, state: 'in-effect', contacts: [{ kind: 'email', hash, isInEffect: true }] }],
  deletionLists: [{ id: list, records: [['A7kP2xQ9Lm4R', hash, 3]], suppressions: [['license', hash]] }],
};

/** Returns the payloads of the jobs that the restore enqueued; the services run them at their start. */
async function jobs() {
  const text = 'select payload from graphile_worker._private_jobs order by id';
  const [ofAuth, ofLeads] = [await query('auth', text), await query('leads', text)];
  return { auth: ofAuth.map(({ payload }) => payload), leads: ofLeads.map(({ payload }) => payload) };
}
const repeated = {
  auth: [
    { deletedUsers: [{ id: user }], declines: [] },
    { deletedUsers: [], declines: [other] },
  ],
  leads: [
    { optOuts: [{ id: request }] },
    { list: { id: list }, first: 1, records: [['A7kP2xQ9Lm4R', hash, 3]], isLast: false },
    { list: { id: list }, suppressions: [['license', hash]], isLast: false },
    { list: { id: list }, records: [], suppressions: [], isLast: true },
  ],
};

test('are read from the databases that run, hashed', async () => {
  const read = await withdrawing.readWithdrawals(urlOf);
  expect(read).toMatchObject(expected);
  const storage = folderStorage(`${dir}/kept`);
  const path = await withdrawing.writeWithdrawals(storage, { given: read, keys });
  expect(await withdrawing.readWithdrawalsFile(storage, { path, keys })).toEqual({
    ...withdrawals.parse(read),
    deletionLists: [],
  });
  expect(await withdrawing.listsIn(storage)).toEqual([list]);
  expect(await withdrawing.readWithdrawals(urlOf, { exceptLists: [list] })).toMatchObject({
    deletionLists: [],
  });
  expect(await withdrawing.withdrawalsBeside(folderStorage(`${dir}/none`), keys)).toEqual({
    withdrawals: [],
    problems: [],
  });
});

/** The set of the first test, put together again from its files. */
async function ofFirstTest() {
  const { withdrawals: sets } = await withdrawing.withdrawalsBeside(folderStorage(`${dir}/kept`), keys);
  const [main] = sets.filter(({ deletionLists }) => deletionLists.length === 0);
  if (!main) throw new Error('Expected the file of the first test');
  return { ...main, deletionLists: sets.flatMap(({ deletionLists }) => deletionLists) };
}

test('of replaced data are repeated by a restore', async () => {
  await stores.supervisor.stop();
  const { kept } = await restore();
  expect(kept).toMatchObject({ withdrawals: [expected], problems: [] });
  stores = await startStores(dir);
  expect(await query('auth', 'select id from deleted_users')).toEqual([]);
  expect(await jobs()).toMatchObject(repeated);
}, 300_000);

test('of a lost machine come from the file beside the backup', async () => {
  await stores.supervisor.stop();
  await rm(`${dir}/data`, { recursive: true });
  await discardData(dir);
  const given = await ofFirstTest();
  await withdrawing.writeWithdrawals(saved().storage, { given, keys, name: 'withdrawals-1.json' });
  const { kept } = await restore();
  const { deletionLists, ...others } = expected;
  expect(kept).toMatchObject({ withdrawals: [{ deletionLists }, others], problems: [] });
  stores = await startStores(dir);
  expect(await jobs()).toMatchObject(repeated);
}, 300_000);

test('of two sets run in order, with only the newer declines', async () => {
  for (const name of ['auth', 'leads']) await query(name, 'delete from graphile_worker._private_jobs');
  const newer = await ofFirstTest();
  const older = { ...newer, deletedUsers: [], declines: [user], optOuts: [] };
  await withdrawing.mergeWithdrawals(urlOf, [older, newer]);
  expect(await jobs()).toMatchObject(repeated);
  const queues = 'select distinct job_queue_id is not null as queued from graphile_worker._private_jobs';
  expect([await query('auth', queues), await query('leads', queues)]).toEqual([
    [{ queued: true }],
    [{ queued: true }],
  ]);
});
