import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createLog } from '@closingwire/chassis/log';
import { openPg } from '@closingwire/chassis/pg';
import { withdrawals } from '@closingwire/contracts/withdrawals';
import { withDatabase } from '@closingwire/topology/addresses';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { type Source, takeBackup } from '../src/backup/take-backup.ts';
import {
  loadWithdrawals,
  mergeWithdrawals,
  readWithdrawals,
  writeWithdrawals,
} from '../src/backup/withdrawals.ts';
import { localDirectory, root } from '../src/root.ts';
import { discardData } from '../src/servers/discard-data.ts';
import { postgresHome } from '../src/servers/postgres.ts';
import { startStores } from './backup/loaded-platform.ts';

const databases = ['auth', 'leads', 'notifications'];
const user = '01936b3c-0000-7000-8000-000000000001';
const other = '01936b3c-0000-7000-8000-000000000002';
const request = '01936b3c-0000-7000-8000-000000000003';
const hash = 'ab'.repeat(32);

let dir: string;
let backup: string;
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

/** The databases of the services as their migrations make them. */
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

const sourceOf = ({ postgresUrl, kafkaBrokers, mongoUrl }: typeof stores): Source => ({
  ...{ postgresUrl, kafkaBrokers, mongoUrl },
  postgresData: postgresHome(dir),
  mongoTopics: [],
  folders: {},
  secretsFile: `${dir}/secrets.json`,
});

beforeAll(async () => {
  await mkdir(localDirectory, { recursive: true });
  dir = await mkdtemp(`${localDirectory}/test-`);
  backup = `${dir}/backups/first`;
  await mkdir(`${dir}/data`);
  await writeFile(`${dir}/secrets.json`, '{}');
  stores = await startStores(dir);
  await migrated();
  await takeBackup(sourceOf(stores), backup);
  // After the backup.
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
};

/** What the services do when they start. */
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
  leads: [{ optOuts: [{ id: request }] }],
};

test('are read from the databases that run, hashed', async () => {
  const read = await readWithdrawals(stores.postgresUrl);
  expect(read).toMatchObject(expected);
  const file = `${dir}/kept/withdrawals.json`;
  await writeWithdrawals(file, read);
  expect(await loadWithdrawals(file)).toEqual(withdrawals.parse(read));
  expect(await loadWithdrawals(`${dir}/none.json`)).toBeUndefined();
});

test('of data that is replaced come back with a restore', async () => {
  await stores.supervisor.stop();
  const { kept } = await restoreBackup(backup, dir);
  expect(kept).toMatchObject({ withdrawals: [expected], problems: [] });
  stores = await startStores(dir);
  expect(await query('auth', 'select id from deleted_users')).toEqual([]);
  expect(await jobs()).toMatchObject(repeated);
}, 300_000);

test('of a lost machine come from the file beside the backup', async () => {
  await stores.supervisor.stop();
  await rm(`${dir}/data`, { recursive: true });
  await discardData(dir);
  const read = await loadWithdrawals(`${dir}/kept/withdrawals.json`);
  if (!read) throw new Error('Expected the file of the first test');
  await writeWithdrawals(`${dir}/backups/withdrawals.json`, read);
  const { kept } = await restoreBackup(backup, dir);
  expect(kept).toMatchObject({ withdrawals: [expected], problems: [] });
  stores = await startStores(dir);
  expect(await jobs()).toMatchObject(repeated);
}, 300_000);

test('of two sets run in order, and the declines of the newer one alone', async () => {
  for (const name of ['auth', 'leads']) await query(name, 'delete from graphile_worker._private_jobs');
  const newer = await loadWithdrawals(`${dir}/kept/withdrawals.json`);
  if (!newer) throw new Error('Expected the file of the first test');
  const older = { ...newer, deletedUsers: [], declines: [user], optOuts: [] };
  await mergeWithdrawals(stores.postgresUrl, [older, newer]);
  expect(await jobs()).toMatchObject(repeated);
  const queues = 'select distinct job_queue_id is not null as queued from graphile_worker._private_jobs';
  expect([await query('auth', queues), await query('leads', queues)]).toEqual([
    [{ queued: true }],
    [{ queued: true }],
  ]);
});
