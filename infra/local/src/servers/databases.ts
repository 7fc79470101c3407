import { nodePostgresUrl } from '@closingwire/chassis/connection-urls';
import { raw, sql } from '@closingwire/chassis/pg';
import pg from 'pg';

/** Creates the missing databases. */
export async function createDatabases(clusterUrl: string, names: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: nodePostgresUrl(clusterUrl) });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(sql`select datname from pg_database`);
    const existing = new Set(rows.map(row => row.datname));
    for (const name of names) {
      if (!existing.has(name)) await client.query(sql`create database ${raw(client.escapeIdentifier(name))}`);
    }
  } finally {
    await client.end();
  }
}
