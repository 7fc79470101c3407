import mongoose, { type Connection } from 'mongoose';
import type { Log } from '../process/log.ts';
import type { Part } from '../process/part.ts';
import { retryForever } from '../process/retry.ts';

export type Mongo = { connection: Connection; part: Part };

// Of these settings only this one is not read from the connection.
mongoose.set('strictQuery', 'throw');

/**
 * Opens a document store whose models fail at once instead of buffering, and refuse unknown query fields and
 * operators in user input. `prepare` builds indexes and moves data; it runs at each start and must bear that.
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
      await connection.openUri(options.url, {
        appName: options.name,
        serverSelectionTimeoutMS: 3_000,
        maxPoolSize: 10,
      });
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
