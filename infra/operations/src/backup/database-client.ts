import { nodePostgresUrl } from '@closingwire/chassis/connection-urls';
import pg from 'pg';
import { OperatorError, reasonsOf } from '../operator-error.ts';

/** The code of a database that the server does not have. */
export const UNKNOWN_DATABASE = '3D000';

/** A backup takes as long as it takes, whatever limits the server sets for others. Dates of one server must be read by another. */
const options =
  '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c DateStyle=ISO -c IntervalStyle=postgres';

/** Connects to a database; `name` is what its server shows. */
export async function openClient(url: string, name: 'backup' | 'restore'): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: nodePostgresUrl(url),
    application_name: name,
    connectionTimeoutMillis: 10_000,
    options,
  });
  // A lost connection fails the query under way; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect().catch(error => {
    // Callers create a database that is missing, or pass it by.
    if ((error as { code?: string }).code === UNKNOWN_DATABASE) throw error;
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
