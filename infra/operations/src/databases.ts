import pg from 'pg';

/** Creates those of the databases that the server does not have, and prints which. */
export async function createDatabases(names: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.POSTGRES_URL });
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
