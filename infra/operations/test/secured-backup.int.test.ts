import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import * as secured from '@closingwire/local/testing/secured-servers';
import { withDatabase } from '@closingwire/topology/addresses';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { serversOf, storesConfig } from '../src/backup/backup-config.ts';
import { productStores, storesOn } from '../src/backup/product-stores.ts';
import { run } from './run.ts';
import { query, startOn } from './test-stores.ts';

const { login } = secured;
// Owner of the databases, and nothing more: as a provider gives it.
const owner = 'owner';

let servers: Awaited<ReturnType<typeof startServers>>;
let folder: string;
let env: Record<string, string>;

async function createMongoUser(url: string): Promise<void> {
  const connection = await mongoose.createConnection(url).asPromise();
  const roles = [{ role: 'root', db: 'admin' }];
  await connection.db?.command({ createUser: login.user, pwd: login.password, roles });
  await connection.close();
}

async function startServers() {
  const [postgres, kafka, mongo] = await Promise.all([
    secured.startSecuredPostgres(),
    secured.startSecuredKafka(),
    secured.startSecuredMongo(createMongoUser),
  ]);
  await query(postgres.adminUrl, `create role ${owner} login password '${login.password}'`);
  for (const { name } of productStores.databases) {
    await query(postgres.adminUrl, `create database ${name} owner ${owner}`);
  }
  return { postgres, kafka, mongo };
}

beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/backup-`);
  servers = await startServers();
  const { postgres, kafka, mongo } = servers;
  env = {
    POSTGRES_URL: `${postgres.url.replace(login.user, owner)}/postgres?sslmode=verify-full`,
    POSTGRES_CA_FILE: postgres.certificates.ca,
    KAFKA_BROKERS: kafka.saslBrokers,
    KAFKA_TLS: 'true',
    KAFKA_CA_FILE: kafka.certificates.ca,
    KAFKA_SASL_MECHANISM: 'scram-sha-256',
    KAFKA_USERNAME: login.user,
    KAFKA_PASSWORD: login.password,
    MONGODB_URL: `${mongo.url}&authSource=admin&tls=true`,
    MONGODB_CA_FILE: mongo.certificates.ca,
    BACKUP_TO: folder,
    BACKUP_PASSPHRASE: 'a passphrase of many characters',
  };
  const stores = storesOn(productStores, serversOf(z.object(storesConfig).parse(env)));
  for (const { name } of productStores.databases) await startOn(stores, name);
}, 180_000);

afterAll(async () => {
  await Promise.all(Object.values(servers).map(server => server.stop()));
  await rm(folder, { recursive: true, force: true });
});

const inAuth = (text: string) => query(withDatabase(servers.postgres.adminUrl, 'auth'), text);

/** Returns the log of a new backup process up to the success or failure of its first backup. */
async function firstTurn(settings: Record<string, string> = {}): Promise<string> {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, 'scheduled-backups'], {
    env: { ...process.env, ...env, PORT: '0', ...settings },
  });
  let output = '';
  child.stdout.on('data', chunk => (output += chunk));
  const closed = once(child, 'close');
  while (!/backup (taken|failed)/.test(output)) await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await closed).toEqual([0, null]);
  return output;
}

test('the schedule takes its first backup at once, over TLS, and records it', async () => {
  const output = await firstTurn();
  expect(output).toContain('"msg":"backup taken"');
  expect(await inAuth('select count(*)::int as n from backups')).toEqual([{ n: 1 }]);
  const left = (await readdir(folder)).toSorted();
  expect(left).toEqual([
    expect.stringMatching(/^2.*-/),
    expect.stringMatching(/^withdrawals-.{8}\.json\.age$/),
  ]);
  expect((await run(['backups'], env)).join()).toMatch(/0 h old, .* MB {2}whole$/);
}, 60_000);

test('only the owner of the databases can restore it', async () => {
  await inAuth(`insert into deleted_users (id, deleted_at) values (gen_random_uuid(), now())`);
  await expect(run(['restore', 'latest'], env)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Expected empty stores; the database auth has'),
  });
  const lines = await run(['restore', 'latest', '--replace'], env);
  expect(lines[0]).toMatch(/^The data of .* is in place/);
  expect(await inAuth('select * from deleted_users')).toEqual([]);
  expect(await inAuth('select count(*)::int as n from graphile_worker._private_jobs')).toEqual([{ n: 1 }]);
}, 120_000);

test('withdrawals are saved and merged by hand', async () => {
  expect(await run(['withdrawals', 'save'], env)).toEqual([
    expect.stringMatching(
      /withdrawals-.{8}\.json\.age has 0 deletions, 0 users without notices and 0 opt-outs\.$/,
    ),
  ]);
  expect((await run(['withdrawals', 'merge'], env)).at(-1)).toMatch(
    /^The services repeat the withdrawals of/,
  );
  expect(await inAuth('select count(*)::int as n from graphile_worker._private_jobs')).toEqual([{ n: 2 }]);
}, 60_000);

/** Returns a folder whose only backup is two days old and from another installation. */
async function locationOfAnother(): Promise<string> {
  const location = `${folder}/of-another`;
  const [name = ''] = (await readdir(folder)).filter(each => each.startsWith('2'));
  await cp(`${folder}/${name}`, `${location}/other`, { recursive: true });
  const manifest = JSON.parse(await readFile(`${location}/other/manifest.json`, 'utf8'));
  const takenAt = new Date(Date.now() - 2 * 86_400_000).toISOString();
  const other = { ...manifest, takenAt, installation: 'another1' };
  await writeFile(`${location}/other/manifest.json`, JSON.stringify(other));
  return location;
}

test('a location of another installation is refused unless the operator starts over', async () => {
  const location = await locationOfAnother();
  const refusal = /to be of this installation, [0-9a-f]{8}; other is of another1/;
  const output = await firstTurn({ BACKUP_TO: location });
  const lines = output
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { msg: string; reason?: string });
  expect(lines.filter(({ reason }) => reason && refusal.test(reason)).map(({ msg }) => msg)).toEqual([
    'withdrawals not saved, will retry',
    'backup failed, will retry',
  ]);
  const refused = { code: 1, stderr: expect.stringMatching(refusal) };
  await expect(run(['backup', '--to', location], env)).rejects.toMatchObject(refused);
  await expect(run(['withdrawals', 'save', '--to', location], env)).rejects.toMatchObject(refused);
  expect(await readdir(location)).toEqual(['other']);
  await run(['backup', '--to', location, '--start-over'], env);
  await run(['backup', '--to', location], env);
  expect((await run(['backups', '--in', location], env))[0]).toMatch(/whole {2}of installation another1$/);
}, 120_000);
