import { pipeline } from 'node:stream/promises';
import { migrateTo } from '@closingwire/chassis/migrate';
import { sql } from '@closingwire/chassis/pg';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { OperatorError } from '../operator-error.ts';
import { readBackupFile, type Shelf } from './backup-file.ts';
import { withClient } from './database-client.ts';
import { type Database, type DatabaseFacts, rowsFile, type Structure } from './postgres-dump.ts';
import { listOf, type Table, tablesOf } from './postgres-tables.ts';

type Load = { shelf: Shelf; database: Database; structure: Structure; facts: DatabaseFacts };

/**
 * Creates the schema of the backup's version in an empty database and copies its rows in one transaction. The
 * database's owner has all rights for it.
 */
export async function loadDatabase({ shelf, database, structure, facts }: Load): Promise<void> {
  await withClient(database.url, 'restore', async client => {
    await migrateTo(client, { folder: database.migrations, version: structure.version });
    const tables = await tablesOf(client);
    expectSameTables(database.name, { tables, structure });
    await client.query('begin');
    const addForeignKeys = await dropForeignKeys(client);
    // Triggers count, refuse and publish changes; the backup already contains their rows. Foreign keys are dropped
    // separately.
    for (const { sql } of tables) await client.query(`alter table ${sql} disable trigger user`);
    await client.query(`truncate ${tables.map(({ sql }) => sql)}`);
    for (const table of tables) await loadTable(client, { shelf, database, table, structure, facts });
    for (const { sql } of tables) await client.query(`alter table ${sql} enable trigger user`);
    for (const statement of addForeignKeys) await client.query(statement);
    for (const [sequence, value] of Object.entries(structure.sequences)) {
      await client.query(sql`select setval(${sequence}::regclass, ${value})`);
    }
    await client.query('commit');
    await client.query('analyze');
  });
}

function expectSameTables(
  database: string,
  { tables, structure }: { tables: Table[]; structure: Structure },
): void {
  const found = new Set(tables.map(({ name }) => name));
  const missing = Object.keys(structure.columns).filter(name => !found.has(name));
  const more = [...found].filter(name => structure.columns[name] === undefined);
  if (missing.length + more.length === 0) return;
  throw new OperatorError(
    `Expected the migrations of ${database} to create the tables of the backup; missing: ${missing.join(', ') || 'none'}, not in the backup: ${more.join(', ') || 'none'}. Restore with the version that took the backup.`,
  );
}

/** Drops foreign keys and returns the statements that add them: one check of all rows instead of one per insert. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and conparentid = 0`);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
}

async function loadTable(
  client: pg.Client,
  { shelf, database, table, structure, facts }: Load & { table: Table },
): Promise<void> {
  const columns = listOf(structure.columns[table.name] ?? []);
  const rows = await readBackupFile(shelf, rowsFile(database.name, table.name));
  const into = client.query(copyFrom(`copy ${table.sql} (${columns}) from stdin`));
  await pipeline(rows, into);
  const expected = facts.rows[table.name];
  if (into.rowCount === expected) return;
  throw new OperatorError(
    `Expected ${expected} rows in ${table.name} of ${database.name}; got ${into.rowCount}. Take another backup.`,
  );
}
