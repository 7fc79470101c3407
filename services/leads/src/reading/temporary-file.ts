import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@closingwire/chassis/app-error';

/**
 * Opens a temporary file without a name: it is unlinked at once, so the system frees it with its handle, even after a
 * kill. A kill between the two calls leaves an empty file `closingwire-unpack-…`.
 */
export async function temporaryFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `closingwire-unpack-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
  } catch (error) {
    await file.close();
    throw error;
  }
  return file;
}

async function* atMost(bytes: AsyncIterable<Buffer>, limit: number): AsyncIterable<Buffer> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > limit) {
      throw new AppError(
        'too-large',
        'archive_too_large',
        `Expected a zip or workbook of at most ${limit} bytes; got more; send the rows in several files`,
      );
    }
    yield chunk;
  }
}

/** Writes the bytes to a temporary file; the caller closes it. */
export async function spool(bytes: AsyncIterable<Buffer>, limit: number): Promise<FileHandle> {
  const file = await temporaryFile();
  try {
    await file.writeFile(atMost(bytes, limit));
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
