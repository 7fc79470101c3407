import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** One file of a backup folder, as its manifest names it. */
export type PartFile = { file: string; bytes: number; sha256: string };

const isCompressed = (file: string) => file.endsWith('.gz');

/** Writes a file of the backup, on the disk when it resolves; compressed when its name ends in `.gz`. */
export async function writePart(folder: string, file: string, source: Readable): Promise<PartFile> {
  const path = `${folder}/${file}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    source,
    isCompressed(file) ? createGzip({ level: 1 }) : new PassThrough(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path, { mode: 0o600, flush: true }),
  );
  return { file, bytes, sha256: hash.digest('hex') };
}

/** What `writePart` was given. */
export function readPart(folder: string, file: string): Readable {
  const stored = createReadStream(`${folder}/${file}`);
  if (!isCompressed(file)) return stored;
  const plain = createGunzip();
  stored.once('error', error => plain.destroy(error));
  return stored.pipe(plain);
}

/** A file of the backup that something else has written. */
export async function partOf(folder: string, file: string): Promise<PartFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(`${folder}/${file}`), hash);
  const { size } = await stat(`${folder}/${file}`);
  return { file, bytes: size, sha256: hash.digest('hex') };
}

/** What is wrong with the file, in words; undefined when it is as it was written. */
export async function damageOf(folder: string, wanted: PartFile): Promise<string | undefined> {
  const { file, bytes, sha256 } = wanted;
  const found = await stat(`${folder}/${file}`).catch(() => undefined);
  if (found === undefined) return `${file} is missing`;
  if (found.size !== bytes) return `${file} has ${found.size} bytes, expected ${bytes}`;
  const came = await partOf(folder, file);
  return came.sha256 === sha256 ? undefined : `${file} has the checksum ${came.sha256}, expected ${sha256}`;
}
