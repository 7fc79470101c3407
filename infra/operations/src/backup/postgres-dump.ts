import { setTimeout as pause } from 'node:timers/promises';
import { readSchemaVersion, type SchemaVersion } from '@closingwire/chassis/migrate';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { OperatorError } from '../operator-error.ts';
import { openClient } from './database-client.ts';
import { type PartFile, type Shelf, writePart } from './part-file.ts';
import * as tables from './postgres-tables.ts';

/** A database of the product: its name in the backup, its address and its migrations. */
export type Database = { name: string; url: string; migrations: URL };

/** What a backup has of a database, beside the rows of its tables. */
export type DatabaseFacts = { rows: Record<string, number> };

/** How to restore a database; stored as `structure.json` beside its rows. */
export type Structure = {
  version: SchemaVersion;
  columns: Record<string, string[]>;
  sequences: Record<string, string>;
};

export type DatabaseCopies = {
  /** Fixes the moment that the copies are of. Returns whether it is one and the same for all databases. */
  fix(): Promise<boolean>;
  /** Writes the rows of that moment. */
  write(shelf: Shelf): Promise<{ files: PartFile[]; facts: Record<string, DatabaseFacts> }>;
  close(): Promise<void>;
};

/** Connects to each database. Rows are read over the network, so the server may run anywhere. */
export async function openCopies(databases: readonly Database[]): Promise<DatabaseCopies> {
  const clients = await Promise.all(
    databases.map(async ({ name, url }) => ({ name, client: await openClient(url, 'backup') })),
  );
  return {
    fix: () => fixSnapshots(clients.map(({ client }) => client)),
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

const SNAPSHOT_PATIENCE_MS = 300;

/**
 * A snapshot belongs to one database, but it lists the transactions of the whole cluster: when those lists are equal, no
 * transaction ended between the first snapshot and the last. Under much load that takes a few tries. Without equal ones
 * the snapshots are some milliseconds apart; events stay whole all the same, because publishing pauses meanwhile.
 */
async function fixSnapshots(clients: readonly pg.Client[]): Promise<boolean> {
  const deadline = performance.now() + SNAPSHOT_PATIENCE_MS;
  for (;;) {
    const taken = await Promise.all(clients.map(takeSnapshot));
    if (new Set(taken).size <= 1) return true;
    if (performance.now() > deadline) return false;
    await Promise.all(clients.map(client => client.query('rollback')));
    await pause(1);
  }
}

async function takeSnapshot(client: pg.Client): Promise<string> {
  const text = `begin isolation level repeatable read read only; select pg_current_snapshot()::text as taken`;
  const results = (await client.query(text)) as unknown as pg.QueryResult<{ taken: string }>[];
  return results[1]?.rows[0]?.taken ?? '';
}

async function writeDatabase(shelf: Shelf, { name, client }: OpenDatabase) {
  const found = await tables.tablesOf(client);
  if (!found.some(table => table.name === 'public.migrations')) {
    throw new OperatorError(
      `Expected the database ${name} to have the tables of its service; it has ${found.length} tables. Start the product once, then take the backup.`,
    );
  }
  // A migration that runs meanwhile waits, instead of changing a table between its columns and its rows.
  await client.query(
    `set local lock_timeout = '10s'; lock table ${found.map(({ sql }) => sql)} in access share mode`,
  );
  const structure: Structure = {
    version: await readSchemaVersion(client),
    columns: Object.fromEntries(found.map(table => [table.name, table.columns])),
    sequences: await tables.sequencesOf(client),
  };
  const files = [await writePart(shelf, structureFile(name), tables.textStream(JSON.stringify(structure)))];
  const rows: Record<string, number> = {};
  for (const table of found) {
    const copy = client.query(copyTo(`copy ${table.sql} (${tables.listOf(table.columns)}) to stdout`));
    files.push(await writePart(shelf, rowsFile(name, table.name), copy));
    rows[table.name] = copy.rowCount;
  }
  await client.query('rollback');
  return { name, files, rows };
}

export const structureFile = (database: string) => `postgres/${database}/structure.json`;
export const rowsFile = (database: string, table: string) => `postgres/${database}/${table}.copy.gz`;
