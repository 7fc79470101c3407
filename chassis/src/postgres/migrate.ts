import { fileURLToPath } from 'node:url';
import { runMigrations } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { nodePostgresUrl } from '../process/connection-urls.ts';

const chassisFolder = new URL('../../migrations/', import.meta.url);
const LOCK = 'select pg_advisory_lock(7224201, 1)';

async function apply(client: pg.Client, folder: URL, migrationsTable: string): Promise<void> {
  await runner({
    dbClient: client,
    dir: fileURLToPath(folder),
    migrationsTable,
    direction: 'up',
    // The advisory lock of `migrate` covers this and the job tables too.
    noLock: true,
    log: () => {},
  });
}

/**
 * Brings a database up to date: the chassis's own tables, the job tables, then the service's. Processes that
 * start together wait for one another. A failed migration leaves nothing behind and throws.
 */
export async function migrate({
  url,
  name,
  folder,
}: {
  url: string;
  name: string;
  folder: URL;
}): Promise<void> {
  const client = new pg.Client({
    connectionString: nodePostgresUrl(url),
    application_name: `${name} migrate`,
    connectionTimeoutMillis: 3_000,
  });
  // Without a listener a lost connection would end the process instead of failing the query.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(LOCK);
    await apply(client, chassisFolder, 'chassis_migrations');
    await runMigrations({ connectionString: nodePostgresUrl(url), maxPoolSize: 1 });
    await apply(client, folder, 'migrations');
  } finally {
    await client.end();
  }
}
