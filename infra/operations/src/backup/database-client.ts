import { nodePostgresUrl } from '@closingwire/chassis/connection-urls';
import pg from 'pg';
import { OperatorError, reasonsOf } from '../operator-error.ts';

/** SQLSTATE of an unknown database. */
const UNKNOWN_DATABASE = '3D000';

/** No timeouts, whatever the server's defaults: a backup takes long. Another server has to read the dates. */
const options =
  '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c DateStyle=ISO -c IntervalStyle=postgres';

const isUnknown = (error: { code?: string }) => error.code === UNKNOWN_DATABASE;

/** Connects to a database; the server shows `name`. */
export async function openClient(url: string, name: 'backup' | 'restore'): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: nodePostgresUrl(url),
    application_name: name,
    connectionTimeoutMillis: 10_000,
    options,
  });
  // A lost connection fails the current query. Without a listener it would end the process.
  client.on('error', () => {});
  await client.connect().catch(error => {
    // Callers create or skip a missing database.
    if (isUnknown(error)) throw error;
    const { host, port, database } = client;
    throw new OperatorError(
      `Expected the database ${database} at ${host}:${port}; got: ${reasonsOf(error)}. Compare POSTGRES_URL with the server.`,
      { cause: error },
    );
  });
  return client;
}

export async function withClient<T>(
  url: string,
  name: 'backup' | 'restore',
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openClient(url, name);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Does the work on an existing database; returns undefined if the server has none of this name. */
export const onExisting = <T>(
  url: string,
  name: 'backup' | 'restore',
  work: (client: pg.Client) => Promise<T>,
): Promise<T | undefined> =>
  withClient(url, name, work).catch(error => {
    if (isUnknown(error)) return undefined;
    throw error;
  });
