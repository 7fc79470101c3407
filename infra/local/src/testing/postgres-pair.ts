import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { withDatabase } from '@closingwire/topology/addresses';
import pg from 'pg';
import { freeServerPorts } from '../ports/server-ports.ts';
import { localDirectory } from '../root.ts';
import { createDatabases } from '../servers/databases.ts';
import { discardData } from '../servers/discard-data.ts';
import { postgresProgram, postgresUrlAt } from '../servers/postgres.ts';
import { standbyProgram } from '../standby/postgres-standby.ts';
import { openSupervisor } from '../supervisor/supervisor.ts';

/** A PostgreSQL server with a new database, and its standby; `stop` deletes both. */
export type PostgresPair = {
  primaryUrl: string;
  standbyUrl: string;
  /** Runs a statement on the standby as its administrator. */
  onStandby(sql: string): Promise<Record<string, unknown>[]>;
  stopStandby(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a server and its standby, for tests of reads from a standby: the shared test servers have none. */
export async function startPostgresPair(database: string): Promise<PostgresPair> {
  await mkdir(localDirectory, { recursive: true });
  const dir = await mkdtemp(`${localDirectory}/test-`);
  await mkdir(`${dir}/log`);
  const supervisor = await openSupervisor(dir);
  const native = { dir, ports: await freeServerPorts(), durable: false };
  const addresses = [native.ports.postgres, native.ports.postgresStandby].map(postgresUrlAt);
  const [primary = '', standby = ''] = addresses;
  async function stop(): Promise<void> {
    await supervisor.stop();
    await discardData(dir);
    await rm(dir, { recursive: true, force: true });
  }
  try {
    await supervisor.start([await postgresProgram(native)]);
    await createDatabases(primary, [database]);
    await supervisor.start([await standbyProgram(native)]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    primaryUrl: withDatabase(primary, database),
    standbyUrl: withDatabase(standby, database),
    async onStandby(sql) {
      const client = new pg.Client({ connectionString: standby });
      await client.connect();
      return client.query(sql).then(
        ({ rows }) => client.end().then(() => rows),
        error => client.end().then(() => Promise.reject(error)),
      );
    },
    stopStandby: async () => supervisor.process('postgres-standby').stop(),
    stop,
  };
}
