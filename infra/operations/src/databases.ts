import { nodePostgresUrl } from '@closingwire/chassis/connection-urls';
import { databaseUrl, raw, sql } from '@closingwire/chassis/pg';
import { withDatabase } from '@closingwire/topology/addresses';
import pg from 'pg';
import { OperatorError } from './operator-error.ts';

const NO_SUCH_DATABASE = '3D000';

/** Connects to the URL's database, or to `postgres` if it does not exist yet. */
async function connect(url: string): Promise<pg.Client> {
  for (const target of [url, withDatabase(url, 'postgres')]) {
    const client = new pg.Client({ connectionString: nodePostgresUrl(target) });
    const refusal = await client.connect().then(
      () => undefined,
      (error: Error & { code?: string }) => error,
    );
    if (refusal === undefined) return client;
    await client.end();
    if (refusal.code !== NO_SUCH_DATABASE)
      throw new OperatorError(
        `Expected PostgreSQL to take the user and password of POSTGRES_URL (in a container: POSTGRES_PASSWORD); got '${refusal.message}'. docs/runbooks/production.md describes how to change the password.`,
        { cause: refusal },
      );
  }
  throw new OperatorError(
    'Expected a database `postgres` on the server; got none. Create the databases there.',
  );
}

/** Creates the missing databases and prints their names. */
export async function createDatabases(names: readonly string[]): Promise<void> {
  const { POSTGRES_URL, POSTGRES_CA_FILE } = process.env;
  if (!POSTGRES_URL)
    throw new OperatorError('Expected POSTGRES_URL, the address of the PostgreSQL server; got nothing.');
  const url = databaseUrl({ DATABASE_URL: POSTGRES_URL, ...(POSTGRES_CA_FILE && { POSTGRES_CA_FILE }) });
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ datname: string }>(sql`select datname from pg_database`);
    const existing = new Set(rows.map(row => row.datname));
    for (const name of names.filter(name => !existing.has(name))) {
      await client.query(sql`create database ${raw(client.escapeIdentifier(name))}`);
      process.stdout.write(`Created the database ${name}.\n`);
    }
  } finally {
    await client.end();
  }
}
