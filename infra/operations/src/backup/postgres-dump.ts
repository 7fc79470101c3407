import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { readSchemaVersion, type SchemaVersion } from '@closingwire/chassis/migrate';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { OperatorError } from '../operator-error.ts';
import { type BackupFile, type Shelf, writeBackupFile } from './backup-file.ts';
import { openClient } from './database-client.ts';
import * as tables from './postgres-tables.ts';

/** A database of the product: its name in the backup, its URL and its migrations. */
export type Database = { name: string; url: string; migrations: URL };

/** Facts about a database in a backup. */
export type DatabaseFacts = { rows: Record<string, number> };

/** Facts for restoring a database; stored as `structure.json` beside its rows. */
export type Structure = {
  version: SchemaVersion;
  columns: Record<string, string[]>;
  sequences: Record<string, string>;
};

export type DatabaseCopies = {
  /**
   * Starts the snapshots and locks tables against schema changes. Returns whether all databases share one snapshot.
   * Throws `TablesChange` during a migration; repeating the call is safe.
   */
  fix(): Promise<boolean>;
  /** Writes the rows of the snapshots. */
  write(shelf: Shelf): Promise<{ files: BackupFile[]; facts: Record<string, DatabaseFacts> }>;
  close(): Promise<void>;
};

/** Thrown while a migration replaces or rewrites a table. */
export class TablesChange extends OperatorError {}

/** Connects to each database. Rows are read over the network, so the server may run anywhere. */
export async function openCopies(databases: readonly Database[]): Promise<DatabaseCopies> {
  const clients = await Promise.all(
    databases.map(async ({ name, url }) => ({ name, client: await openClient(url, 'backup') })),
  );
  return {
    fix: () => fixSnapshots(clients),
    async write(shelf) {
      const written = await Promise.all(clients.map(one => writeDatabase(shelf, one)));
      return {
        files: written.flatMap(({ files }) => files),
        facts: Object.fromEntries(written.map(({ name, rows }) => [name, { rows }])),
      };
    },
    close: async () => void (await Promise.all(clients.map(({ client }) => client.end().catch(() => {})))),
  };
}

type OpenDatabase = { name: string; client: pg.Client };
type ListedDatabase = OpenDatabase & { found: tables.Table[] };

const SNAPSHOT_PATIENCE_MS = 300;

/**
 * Publishing pauses while the backup waits for a lock. Shorter than `deadlock_timeout` (1 s): the backup gives up
 * before a migration does.
 */
const LOCK_PATIENCE = '500ms';

/**
 * Compares snapshots of all databases. A snapshot lists the running transactions of the whole cluster: if the lists
 * are equal, no transaction ended between the first and the last snapshot. Under load that takes several tries.
 * Unequal snapshots are some milliseconds apart; events stay complete, because publishing pauses.
 */
async function fixSnapshots(clients: readonly OpenDatabase[]): Promise<boolean> {
  const listed = await Promise.all(clients.map(listTables));
  const deadline = performance.now() + SNAPSHOT_PATIENCE_MS;
  try {
    for (;;) {
      await Promise.all(listed.map(lockTables));
      const taken = await Promise.all(listed.map(takeSnapshot));
      const isOne = new Set(taken).size <= 1;
      if (isOne || performance.now() > deadline) {
        await Promise.all(listed.map(expectSameTables));
        return isOne;
      }
      await Promise.all(listed.map(({ client }) => client.query('rollback')));
      await pause(1);
    }
  } catch (error) {
    // Releases the locks that a migration waits for.
    await Promise.all(listed.map(({ client }) => client.query('rollback').catch(() => {})));
    throw error;
  }
}

async function listTables({ name, client }: OpenDatabase): Promise<ListedDatabase> {
  const found = await tables.tablesOf(client);
  if (found.some(table => table.name === 'public.migrations')) return { name, client, found };
  throw new OperatorError(
    `Expected the database ${name} to have the tables of its service; it has ${found.length} tables. Start the product once, then take the backup.`,
  );
}

const busy = new Set(['55P03', '40P01', '42P01']);

/**
 * Starts the transaction that copies rows. TRUNCATE and rewriting migrations change the result of older snapshots, so
 * the locks come first: LOCK TABLE takes no snapshot. Services' statements do not wait for these locks.
 */
async function lockTables({ name, client, found }: ListedDatabase): Promise<void> {
  try {
    await client.query(
      `begin isolation level repeatable read read only; set local lock_timeout = '${LOCK_PATIENCE}';
       lock table ${found.map(({ sql }) => sql)} in access share mode`,
    );
  } catch (cause) {
    if (!busy.has((cause as { code?: string }).code ?? '')) throw cause;
    throw new TablesChange(
      `Expected to lock the tables of the database ${name} for reading; a migration or TRUNCATE is at one of them. Take the backup when it has ended.`,
      { cause },
    );
  }
}

async function takeSnapshot({ client }: OpenDatabase): Promise<string> {
  const { rows } = await client.query<{ taken: string }>('select pg_current_snapshot()::text as taken');
  return rows[0]?.taken ?? '';
}

/** Throws if a migration created or dropped a table between the list and the locks. */
async function expectSameTables({ name, client, found }: ListedDatabase): Promise<void> {
  const now = await tables.tablesOf(client);
  if (isDeepStrictEqual(now.map(namesOf), found.map(namesOf))) return;
  throw new TablesChange(
    `Expected the database ${name} to have the same tables for a moment; a migration changes them. Take the backup when it has ended.`,
  );
}

const namesOf = (table: tables.Table) => table.name;

async function writeDatabase(shelf: Shelf, { name, client }: OpenDatabase) {
  const found = await tables.tablesOf(client);
  const structure: Structure = {
    version: await readSchemaVersion(client),
    columns: Object.fromEntries(found.map(table => [table.name, table.columns])),
    sequences: await tables.sequencesOf(client),
  };
  const files = [
    await writeBackupFile(shelf, structureFile(name), tables.textStream(JSON.stringify(structure))),
  ];
  const rows: Record<string, number> = {};
  for (const table of found) {
    const copy = client.query(copyTo(`copy ${table.sql} (${tables.listOf(table.columns)}) to stdout`));
    files.push(await writeBackupFile(shelf, rowsFile(name, table.name), copy));
    rows[table.name] = copy.rowCount;
  }
  await client.query('rollback');
  return { name, files, rows };
}

export const structureFile = (database: string) => `postgres/${database}/structure.json`;
export const rowsFile = (database: string, table: string) => `postgres/${database}/${table}.copy.gz`;
