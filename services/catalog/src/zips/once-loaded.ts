import { nodePostgresUrl } from '@closingwire/chassis/connection-urls';
import { type Pg, sql } from '@closingwire/chassis/pg';
import { Client } from 'pg';

/** `load` returns the number of ZIPs that it stored. */
type Source = { name: string; load: (client: Client) => Promise<number> };

/**
 * Runs the load of a source in one transaction and returns its number of ZIPs; 0 when an earlier start ran it. Processes
 * that start together wait for the one that loads. A crash halfway loads none.
 */
export async function loadOnceFrom(source: Source, pg: Pg): Promise<number> {
  const client = new Client({
    connectionString: nodePostgresUrl(pg.url),
    application_name: `${pg.name}-load`,
  });
  // Without a listener, the error event of a lost connection would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sql`begin`);
    const zipCount = await loadInto(client, source);
    await client.query(sql`commit`);
    return zipCount;
  } finally {
    await client.end().catch(() => {});
  }
}

async function loadInto(client: Client, { name, load }: Source): Promise<number> {
  await client.query(sql`lock table catalogue_loads in exclusive mode`);
  const done = await client.query(sql`select 1 from catalogue_loads where source = ${name}`);
  if (done.rowCount) return 0;
  const zipCount = await load(client);
  await client.query(sql`insert into catalogue_loads (source, zip_count) values (${name}, ${zipCount})`);
  return zipCount;
}
