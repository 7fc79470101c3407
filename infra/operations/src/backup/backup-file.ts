import { createHash } from 'node:crypto';
import { addAbortSignal, type Readable, Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Cipher } from './encryption.ts';
import type { Storage } from './storage.ts';

/** A stored file of a backup, as in the manifest. */
export type BackupFile = { file: string; bytes: number; sha256: string };

/** The folder of a backup's files, and their encryption. */
export type Shelf = {
  storage: Storage;
  folder: string;
  cipher?: Cipher | undefined;
  /** Aborts the current write. */
  signal?: AbortSignal | undefined;
};

const isCompressed = (file: string) => file.endsWith('.gz');

export const storedName = (file: string, isSealed: boolean) => (isSealed ? `${file}.age` : file);

/** Writes a file of the backup; it is stored when the promise resolves. Names ending in `.gz` are compressed. */
export async function writeBackupFile(shelf: Shelf, file: string, source: Readable): Promise<BackupFile> {
  const plain = isCompressed(file) ? chained(source, createGzip({ level: 1 })) : source;
  const stored = shelf.cipher ? await shelf.cipher.seal(plain) : plain;
  return writeStored(shelf, storedName(file, shelf.cipher !== undefined), stored);
}

/** Writes bytes unchanged. */
export async function writeStored(
  { storage, folder, signal }: Shelf,
  file: string,
  stored: Readable,
): Promise<BackupFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(undefined, chunk);
    },
  });
  if (signal) addAbortSignal(signal, counted);
  await storage.write(`${folder}/${file}`, chained(stored, counted));
  return { file, bytes, sha256: hash.digest('hex') };
}

/** Reads the bytes given to `writeBackupFile`. */
export async function readBackupFile(shelf: Shelf, file: string): Promise<Readable> {
  const { storage, folder, cipher } = shelf;
  const stored = await storage.read(`${folder}/${storedName(file, cipher !== undefined)}`);
  const plain = cipher ? await cipher.open(stored) : stored;
  return isCompressed(file) ? chained(plain, createGunzip()) : plain;
}

/** Reads the text given to `writeBackupFile`. */
export const readBackupText = async (shelf: Shelf, file: string): Promise<string> =>
  text(await readBackupFile(shelf, file));

/** Like `pipe`, but an error on either side ends both. */
function chained<T extends Transform>(source: Readable, through: T): T {
  pipeline(source, through).catch(error => through.destroy(error));
  return through;
}

/** Returns how the file differs from its manifest entry, as a sentence; undefined if it does not. */
export async function damageOf(shelf: Shelf, wanted: BackupFile): Promise<string | undefined> {
  const { file, bytes, sha256 } = wanted;
  const hash = createHash('sha256');
  let found = 0;
  try {
    for await (const chunk of await shelf.storage.read(`${shelf.folder}/${file}`)) {
      hash.update(chunk);
      found += chunk.length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return `${file} is missing`;
    throw error;
  }
  if (found !== bytes) return `${file} has ${found} bytes, expected ${bytes}`;
  const checksum = hash.digest('hex');
  return checksum === sha256 ? undefined : `${file} has the checksum ${checksum}, expected ${sha256}`;
}
