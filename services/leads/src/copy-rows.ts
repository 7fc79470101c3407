import type { Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** Passes the rows of a COPY statement to `use` as a stream, and releases the connection. */
export async function copyRows(
  client: PoolClient,
  statement: string,
  use: (rows: Readable) => Promise<void>,
): Promise<void> {
  let failure: Error | undefined;
  try {
    await use(client.query(copyTo(statement)));
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw failure;
  } finally {
    // A connection inside a COPY cannot be used again.
    client.release(failure);
  }
}
