import mongoose, { type Connection } from 'mongoose';
import { AppError } from '../process/app-error.ts';
import { withParameter } from '../process/connection-urls.ts';
import type { Log } from '../process/log.ts';
import type { Part } from '../process/part.ts';
import { refusalOf } from '../process/refusal.ts';
import { retryForever } from '../process/retry.ts';

export type Mongo = { connection: Connection; part: Part };

// Unlike the settings below, this one exists only globally.
mongoose.set('strictQuery', 'throw');

/** Returns the URL with the operator's CA file, as MongoDB's drivers and tools read it. */
export function mongoUrl({
  MONGODB_URL: url,
  MONGODB_CA_FILE: caFile,
}: {
  MONGODB_URL: string;
  MONGODB_CA_FILE?: string | undefined;
}): string {
  return caFile === undefined ? url : withParameter(url, 'tlsCAFile', caFile);
}

type Selection = Error & { reason?: { servers?: Map<string, { error?: unknown }> } };

/** The driver keeps the failure of each server beside the error that it throws. */
const failuresIn = (error: unknown): unknown[] => [
  error,
  ...[...((error as Selection).reason?.servers?.values() ?? [])].map(server => server.error),
];

/**
 * Throws `document_store_refused` with the settings to check if the server refused the connection; else the same
 * error.
 */
function throwExplained(error: unknown): never {
  const names = { caFile: 'MONGODB_CA_FILE', address: 'MONGODB_URL', login: 'MONGODB_URL' };
  const reason = failuresIn(error)
    .map(failure => refusalOf(failure, names))
    .find(Boolean);
  if (reason === undefined) throw error;
  throw new AppError('broken', 'document_store_refused', `No connection to the document store: ${reason}`, {
    cause: error,
  });
}

/**
 * Opens the document store. Models fail at once instead of buffering, and refuse unknown query fields and operators in user
 * input. `prepare` builds indexes and migrates data; it runs at each start and must be idempotent.
 */
export function openMongo(options: {
  url: string;
  name: string;
  log: Log;
  prepare: (connection: Connection) => Promise<void>;
}): Mongo {
  const connection = mongoose.createConnection();
  connection.set('sanitizeFilter', true);
  connection.set('bufferCommands', false);
  connection.set('autoIndex', false);
  connection.set('autoCreate', false);

  async function open(): Promise<void> {
    if (connection.readyState !== mongoose.ConnectionStates.connected) {
      const settings = { appName: options.name, serverSelectionTimeoutMS: 3_000, maxPoolSize: 10 };
      await connection.openUri(options.url, settings).catch(throwExplained);
    }
    await options.prepare(connection);
  }

  const part: Part = {
    name: 'mongo',
    start: () => retryForever('document store', options.log, open),
    stop: () => connection.close(),
    check: async () => void (await connection.db?.command({ ping: 1 })),
  };
  return { connection, part };
}
