import type { Readable } from 'node:stream';

export type StoredFile = { path: string; bytes: number };

/** A folder or bucket of backups. Paths are relative to it. */
export type Storage = {
  /** In an operator's notation. */
  address: string;
  /** Resolves when the file is stored. Uses a few megabytes of memory. */
  write(path: string, source: Readable): Promise<void>;
  /** Throws an error with the code `ENOENT` if the file does not exist. */
  read(path: string): Promise<Readable>;
  /** Lists all files whose path starts with the prefix. */
  list(prefix: string): Promise<StoredFile[]>;
  /** Removes a file, or everything below a path that ends with a slash. A missing one is no error. */
  remove(path: string): Promise<void>;
  /** Renames a folder atomically; buckets cannot. */
  rename?: (from: string, to: string) => Promise<void>;
};

/** Returns a file's text; undefined if it does not exist. */
export async function readText(storage: Storage, path: string): Promise<string | undefined> {
  try {
    const chunks = await (await storage.read(path)).toArray();
    return Buffer.concat(chunks).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
