import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freeServerPorts } from '../src/ports/server-ports.ts';
import { localDirectory } from '../src/root.ts';
import { createDatabases, withDatabase } from '../src/servers/databases.ts';
import { discardData } from '../src/servers/discard-data.ts';
import { acceptsQueries, postgresProgram, postgresUrlAt } from '../src/servers/postgres.ts';
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

test.runIf(process.getuid?.() === 0)('root starts PostgreSQL without name spaces too', async () => {
  await writeFile(`${dir}/unshare`, '#!/bin/sh\nexit 1\n');
  await chmod(`${dir}/unshare`, 0o755);
  vi.stubEnv('PATH', `${dir}${delimiter}${process.env.PATH}`);
  await createDatabases(await startPostgres(), ['kept']);
  await supervisor.stop();
  expect(await acceptsQueries(withDatabase(await startPostgres(), 'kept'))).toBe(true);
});
