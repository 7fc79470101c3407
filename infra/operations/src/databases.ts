import { nodePostgresUrl } from '@closingwire/chassis/connection-urls';
import { databaseUrl } from '@closingwire/chassis/pg';
import pg from 'pg';
import { OperatorError } from './operator-error.ts';

/** Creates those of the databases that the server does not have, and prints which. */
export async function createDatabases(names: readonly string[]): Promise<void> {
  const { POSTGRES_URL, POSTGRES_CA_FILE } = process.env;
  if (!POSTGRES_URL)
    throw new OperatorError('Expected POSTGRES_URL, the address of the PostgreSQL server; got nothing.');
  const url = databaseUrl({ DATABASE_URL: POSTGRES_URL, ...(POSTGRES_CA_FILE && { POSTGRES_CA_FILE }) });
  const client = new pg.Client({ connectionString: nodePostgresUrl(url) });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database');
    const existing = new Set(rows.map(row => row.datname));
    for (const name of names.filter(name => !existing.has(name))) {
      await client.query(`create database ${client.escapeIdentifier(name)}`);
      process.stdout.write(`Created the database ${name}.\n`);
    }
  } finally {
    await client.end();
  }
}
