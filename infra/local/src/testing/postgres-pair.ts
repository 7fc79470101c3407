import { withDatabase } from '@closingwire/topology/addresses';
import pg from 'pg';
import { freeServerPorts } from '../ports/server-ports.ts';
import { createDatabases } from '../servers/databases.ts';
import { postgresProgram, postgresUrlAt } from '../servers/postgres.ts';
import { standbyProgram } from '../standby/postgres-standby.ts';
import { onScratchPlatform } from './scratch-platform.ts';

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
export const startPostgresPair = (database: string): Promise<PostgresPair> =>
  onScratchPlatform(async supervisor => {
    const native = { dir: supervisor.dir, ports: await freeServerPorts(), durable: false };
    const addresses = [native.ports.postgres, native.ports.postgresStandby].map(postgresUrlAt);
    const [primary = '', standby = ''] = addresses;
    await supervisor.start([await postgresProgram(native)]);
    await createDatabases(primary, [database]);
    await supervisor.start([await standbyProgram(native)]);
    return {
      primaryUrl: withDatabase(primary, database),
      standbyUrl: withDatabase(standby, database),
      async onStandby(sql: string) {
        const client = new pg.Client({ connectionString: standby });
        await client.connect();
        return client.query(sql).then(
          ({ rows }) => client.end().then(() => rows),
          error => client.end().then(() => Promise.reject(error)),
        );
      },
      stopStandby: async () => supervisor.process('postgres-standby').stop(),
    };
  });
