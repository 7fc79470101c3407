import type { Readable } from 'node:stream';

export type StoredFile = { path: string; bytes: number };

/** Where backups lie: a folder or a bucket. Paths are relative to it. */
export type Storage = {
  /** As an operator writes it. */
  address: string;
  /** Stored when it resolves. Memory holds a few megabytes of it at most. */
  write(path: string, source: Readable): Promise<void>;
  /** Throws an error with the code `ENOENT` when there is no such file. */
  read(path: string): Promise<Readable>;
  /** All files whose path begins so. */
  list(prefix: string): Promise<StoredFile[]>;
  /** Removes a file, or everything below a path that ends with a slash; what is not there is removed. */
  remove(path: string): Promise<void>;
  /** Renames a folder in one step; a bucket cannot. */
  rename?: (from: string, to: string) => Promise<void>;
};

/** The text of a file; undefined when there is none. */
export async function readText(storage: Storage, path: string): Promise<string | undefined> {
  try {
    const chunks = await (await storage.read(path)).toArray();
    return Buffer.concat(chunks).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
