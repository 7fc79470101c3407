import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { AppError } from '@closingwire/chassis/app-error';
import { type Entry, fromFdPromise, type ZipFile as YauzlFile } from 'yauzl';
import { checkUnpacked, type UnpackLimits } from './limits.ts';

const CHUNK_BYTES = 64 * 1024;
const STORED = 0;
const DEFLATED = 8;

export type ZipEntry = Entry;

/** A zip in a file. `read` checks size and checksum; all reads together stay within the limits. */
export type ZipFile = { entries: ZipEntry[]; read(entry: ZipEntry): AsyncIterable<Buffer> };

/** Shortens a name from a file and replaces control characters, for an error text. */
export const quoted = (name: string): string => `'${name.replace(/\p{C}/gu, '?').slice(0, 100)}'`;

/** Turns an error in the bytes of a zip into one for its sender; errors of the system pass. */
export function brokenZip(error: unknown): unknown {
  if (error instanceof AppError || (error instanceof Error && 'syscall' in error)) return error;
  return new AppError(
    'invalid',
    'broken_zip',
    `Expected a complete zip file; got a damaged or truncated one (${(error as Error).message}); send it again`,
    { cause: error },
  );
}

async function* bytesAt(file: FileHandle, start: number, length: number): AsyncIterable<Buffer> {
  for (let at = start; at < start + length; ) {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, start + length - at));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) throw new Error('unexpected end of file');
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function refuseUnreadable(entry: ZipEntry): void {
  if (entry.isEncrypted()) {
    throw new AppError(
      'invalid',
      'encrypted_zip',
      `Expected a zip file without a password; got ${quoted(entry.fileName)} encrypted; pack it without a password`,
    );
  }
  if (entry.compressionMethod === STORED || entry.compressionMethod === DEFLATED) return;
  throw new AppError(
    'invalid',
    'unknown_compression',
    `Expected ${quoted(entry.fileName)} compressed by deflate; got method ${entry.compressionMethod}; pack it again`,
  );
}

async function* entryBytes(file: FileHandle, zip: YauzlFile, entry: ZipEntry): AsyncIterable<Buffer> {
  const { compressedSize, uncompressedSize } = entry;
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const packed = bytesAt(file, fileDataStart, compressedSize);
  // The loop below receives the error that the callback receives.
  const unpacked: AsyncIterable<Buffer> =
    entry.compressionMethod === STORED
      ? packed
      : pipeline(packed, createInflateRaw({ chunkSize: CHUNK_BYTES }), () => {});
  let size = 0;
  let checksum = 0;
  for await (const chunk of unpacked) {
    size += chunk.length;
    checksum = crc32(chunk, checksum);
    if (size > uncompressedSize) break;
    yield chunk;
  }
  if (size !== uncompressedSize)
    throw new Error(`expected ${uncompressedSize} bytes in ${quoted(entry.fileName)}`);
  if (checksum !== entry.crc32) throw new Error(`wrong checksum of ${quoted(entry.fileName)}`);
}

/** Reads the directory of a zip. The caller closes the file after the last read. */
export async function openZip(file: FileHandle, limits: UnpackLimits): Promise<ZipFile> {
  const entries: ZipEntry[] = [];
  let zip: YauzlFile;
  try {
    zip = await fromFdPromise(file.fd, { autoClose: false });
    if (zip.entryCount > limits.entries) {
      throw new AppError(
        'too-large',
        'too_many_entries',
        `Expected at most ${limits.entries} files in the zip; got ${zip.entryCount}; send one data file`,
      );
    }
    for await (const entry of zip.eachEntry()) entries.push(entry);
  } catch (error) {
    throw brokenZip(error);
  }
  let total = 0;
  return {
    entries,
    async *read(entry) {
      try {
        refuseUnreadable(entry);
        checkUnpacked(limits, entry.uncompressedSize, entry.compressedSize);
        total += entry.uncompressedSize;
        checkUnpacked(limits, total, Number.POSITIVE_INFINITY);
        yield* entryBytes(file, zip, entry);
      } catch (error) {
        throw brokenZip(error);
      }
    },
  };
}
