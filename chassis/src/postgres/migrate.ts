import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runMigrations } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import sql from 'sql-template-tag';
import { nodePostgresUrl } from '../process/connection-urls.ts';

const chassisFolder = new URL('../../migrations/', import.meta.url);
// The loader of vitest's global setup lacks `import.meta.resolve`.
const worker = createRequire(import.meta.url).resolve('graphile-worker');
const jobsFolder = new URL('../sql/', pathToFileURL(worker));
const LOCK = 'select pg_advisory_lock(7224201, 1)';

type Applied = { folder: URL; table: string; count?: number };

async function apply(client: pg.Client, { folder, table, count }: Applied): Promise<void> {
  await runner({
    dbClient: client,
    dir: fileURLToPath(folder),
    migrationsTable: table,
    direction: 'up',
    ...(count !== undefined && { count }),
    // `migrate` holds an advisory lock.
    noLock: true,
    log: () => {},
  });
}

/**
 * Migrates a database: the chassis's tables, the job tables, then the service's. Processes that start together wait for each
 * other. A failed migration is rolled back and throws.
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
  // Without a listener, a lost connection would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(LOCK);
    await refuseUnfinishedRestore(client, name);
    await apply(client, { folder: chassisFolder, table: 'chassis_migrations' });
    await runMigrations({ connectionString: nodePostgresUrl(url), maxPoolSize: 1 });
    await apply(client, { folder, table: 'migrations' });
  } finally {
    await client.end();
  }
}

/** A restore creates this schema first, and drops it once all stores are complete. */
export const unfinishedRestore = 'unfinished_restore';

async function refuseUnfinishedRestore(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query(sql`select to_regnamespace(${unfinishedRestore}) as mark`);
  if (rows[0]?.mark === null) return;
  throw new Error(
    `Expected a whole database; a restore into that of ${name} has not finished. Run the restore again.`,
  );
}

/** The migrations of a database: names in order; for the job tables the last number. */
export type SchemaVersion = { chassis: string[]; jobs: number; service: string[] };

export async function readSchemaVersion(client: pg.Client): Promise<SchemaVersion> {
  const { rows } = await client.query<SchemaVersion>(`
    select (select array_agg(name::text order by id) from chassis_migrations) as chassis,
      (select max(id) from graphile_worker.migrations) as jobs,
      (select array_agg(name::text order by id) from migrations) as service`);
  const [version] = rows;
  if (!version) throw new Error('Expected one row of migrations, got none');
  return { chassis: version.chassis ?? [], jobs: version.jobs ?? 0, service: version.service ?? [] };
}

async function newestVersion(folder: URL): Promise<SchemaVersion> {
  const namesIn = async (of: URL) =>
    (await readdir(of)).filter(file => file.endsWith('.sql')).map(file => file.replace(/\.sql$/, ''));
  const [chassis, jobs, service] = await Promise.all([chassisFolder, jobsFolder, folder].map(namesIn));
  return {
    chassis: chassis?.sort() ?? [],
    jobs: Math.max(...(jobs ?? []).map(Number)),
    service: service?.sort() ?? [],
  };
}

/** Returns the migrations of a version that this code lacks. */
export async function missingMigrations(folder: URL, version: SchemaVersion): Promise<string[]> {
  const newest = await newestVersion(folder);
  return [
    ...version.chassis.filter((name, index) => newest.chassis[index] !== name),
    ...version.service.filter((name, index) => newest.service[index] !== name),
    ...(version.jobs > newest.jobs ? [`job tables ${version.jobs}`] : []),
  ];
}

/** Migrates an empty database to exactly this version. Check it with `missingMigrations` first. */
export async function migrateTo(
  client: pg.Client,
  { folder, version }: { folder: URL; version: SchemaVersion },
): Promise<void> {
  await client.query(LOCK);
  await apply(client, {
    folder: chassisFolder,
    table: 'chassis_migrations',
    count: version.chassis.length,
  });
  await migrateJobsTo(client, version.jobs);
  await apply(client, { folder, table: 'migrations', count: version.service.length });
}

/** graphile-worker's own `runMigrations` always migrates to its newest version. */
async function migrateJobsTo(client: pg.Client, last: number): Promise<void> {
  await client.query(`create schema if not exists graphile_worker;
    create table if not exists graphile_worker.migrations (
      id int primary key, ts timestamptz default now() not null, breaking boolean not null default false)`);
  for (let id = 1; id <= last; id++) {
    const text = await readFile(new URL(`${String(id).padStart(6, '0')}.sql`, jobsFolder), 'utf8');
    await client.query(`begin; insert into graphile_worker.migrations (id) values (${id});
      ${text.replaceAll(/:GRAPHILE_WORKER_SCHEMA\b/g, 'graphile_worker')}; commit`);
  }
}
