import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '@closingwire/chassis/app-error';
import { checkUnpacked, type UnpackLimits } from './limits.ts';

const CHUNK_BYTES = 64 * 1024;

/** Unpacks gzip, of one member or several, as a stream. Errors of the body itself pass unchanged. */
export async function* gunzip(body: AsyncIterable<Buffer>, limits: UnpackLimits): AsyncGenerator<Buffer> {
  let packed = 0;
  let unpacked = 0;
  let bodyError: { error: unknown } | undefined;

  async function* counted(): AsyncIterable<Buffer> {
    try {
      for await (const chunk of body) {
        packed += chunk.length;
        yield chunk;
      }
    } catch (error) {
      bodyError = { error };
      throw error;
    }
  }

  try {
    // The loop below receives the error that the callback receives.
    const stream = pipeline(counted(), createGunzip({ chunkSize: CHUNK_BYTES }), () => {});
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      checkUnpacked(limits, unpacked, packed);
      yield chunk;
    }
  } catch (error) {
    if (bodyError) throw bodyError.error;
    if (error instanceof AppError) throw error;
    throw new AppError(
      'invalid',
      'broken_gzip',
      `Expected a complete gzip file; got a damaged or truncated one (${(error as Error).message}); send it again`,
      { cause: error },
    );
  }
}
