import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { until } from '@closingwire/chassis/testing';
import { withDatabase } from '@closingwire/topology/addresses';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freeServerPorts } from '../src/ports/server-ports.ts';
import { localDirectory } from '../src/root.ts';
import { createDatabases } from '../src/servers/databases.ts';
import { discardData } from '../src/servers/discard-data.ts';
import { acceptsQueries, postgresProgram, postgresUrlAt } from '../src/servers/postgres.ts';
import { standbyProgram } from '../src/standby/postgres-standby.ts';
import { openSupervisor, type Supervisor } from '../src/supervisor/supervisor.ts';

let dir: string;
let supervisor: Supervisor;

beforeEach(async () => {
  await mkdir(localDirectory, { recursive: true });
  dir = await mkdtemp(`${localDirectory}/test-`);
  await mkdir(`${dir}/log`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await supervisor.stop();
  await discardData(dir);
  await rm(dir, { recursive: true, force: true });
});

async function startPostgres(): Promise<string> {
  const ports = await freeServerPorts();
  supervisor = await openSupervisor(dir);
  await supervisor.start([await postgresProgram({ dir, ports, durable: true })]);
  return postgresUrlAt(ports.postgres);
}

test('data survives a stop and a start', async () => {
  await createDatabases(await startPostgres(), ['kept']);
  await supervisor.stop();
  expect(await acceptsQueries(withDatabase(await startPostgres(), 'kept'))).toBe(true);
});

test('a killed server comes back with its data', async () => {
  const url = await startPostgres();
  await createDatabases(url, ['kept']);
  const postgres = supervisor.process('postgres');
  await postgres.kill('SIGKILL');
  await postgres.untilReady();
  expect(await acceptsQueries(withDatabase(url, 'kept'))).toBe(true);
});

test('a standby follows, continues after a stop, and copies again if the log is gone', async () => {
  const ports = await freeServerPorts();
  const url = postgresUrlAt(ports.postgres);
  const native = { dir, ports, durable: true };
  const isThere = (database: string) => until(() => acceptsQueries(withDatabase(standbyUrl, database)));
  const standbyUrl = postgresUrlAt(ports.postgresStandby);
  supervisor = await openSupervisor(dir);
  await supervisor.start([await postgresProgram(native)]);
  await createDatabases(url, ['first']);
  await supervisor.start([await standbyProgram(native)]);
  await isThere('first');
  await createDatabases(url, ['second']);
  await isThere('second');
  for (const { missed, sql } of [
    { missed: 'third', sql: 'select 1' },
    { missed: 'fourth', sql: `select pg_drop_replication_slot('standby')` },
  ]) {
    await supervisor.processes.findLast(({ name }) => name === 'postgres-standby')?.stop();
    await createDatabases(url, [missed]);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await until(() => client.query(sql).then(() => true)).finally(() => client.end());
    await supervisor.start([await standbyProgram(native)]);
    await isThere(missed);
  }
});

test.runIf(process.getuid?.() === 0)('root starts PostgreSQL without name spaces too', async () => {
  await writeFile(`${dir}/unshare`, '#!/bin/sh\nexit 1\n');
  await chmod(`${dir}/unshare`, 0o755);
  vi.stubEnv('PATH', `${dir}${delimiter}${process.env.PATH}`);
  await createDatabases(await startPostgres(), ['kept']);
  await supervisor.stop();
  expect(await acceptsQueries(withDatabase(await startPostgres(), 'kept'))).toBe(true);
});
