import { openPg, type Pg } from '@closingwire/chassis/pg';
import pg from 'pg';

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const rowsOf = <Row extends object>(url: string, sql: string | pg.QueryConfig): Promise<Row[]> =>
  withClient(url, async client => (await client.query<Row>(sql)).rows);

/** Opens the pool of a service's database, for publishing its events. */
export const openEvents = (url: string, max: number): Pg =>
  openPg({ url, name: 'bench', max, migrations: new URL('file:///none/') });
