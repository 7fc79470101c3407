import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { S3mini, S3NetworkError, S3ServiceError, type UploadPart } from 's3mini';
import { OperatorError } from '../operator-error.ts';
import type { Storage } from './storage.ts';

export type S3Settings = {
  /** `s3://bucket` or `s3://bucket/prefix`. */
  address: string;
  /** The server's URL without the bucket; by default Amazon's. */
  endpoint?: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** S3 requires upload parts of at least 5 MiB and permits 10,000: a file may have 80 GB. Memory holds one chunk. */
const CHUNK_BYTES = 8 * 1024 * 1024;

/** A bucket on any S3-compatible server. The URL's path contains the bucket, which all servers support. */
export function s3Storage(settings: S3Settings): Storage {
  const { bucket, prefix } = parseAddress(settings.address);
  const { region, accessKeyId, secretAccessKey } = settings;
  const endpoint = settings.endpoint ?? `https://s3.${region}.amazonaws.com`;
  const client = new S3mini({
    ...{ region, accessKeyId, secretAccessKey },
    endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
  });
  const keyOf = (path: string) => `${prefix}${path}`;
  const explained = <T>(work: () => Promise<T>) =>
    retried(work).catch(error => refuse(settings.address, endpoint, error));
  const list = async (path: string) => {
    const found = await explained(() => client.listObjects('/', keyOf(path)));
    if (found === null) {
      throw new OperatorError(
        `Expected the bucket ${bucket} at ${endpoint}; it is missing. Create it at your provider.`,
      );
    }
    return found.map(({ Key, Size }) => ({ path: Key.slice(prefix.length), bytes: Number(Size) }));
  };
  return {
    address: settings.address,
    write: (path, source) => upload({ client, key: keyOf(path), explained }, source),
    async read(path) {
      const reply = await explained(() => client.getObjectResponse(keyOf(path)));
      if (!reply?.body) {
        throw Object.assign(new Error(`${settings.address}/${path} is missing`), { code: 'ENOENT' });
      }
      return Readable.fromWeb(reply.body as Parameters<typeof Readable.fromWeb>[0]);
    },
    list,
    async remove(path) {
      const files = path.endsWith('/') ? (await list(path)).map(file => file.path) : [path];
      for (const file of files) await explained(() => client.deleteObject(keyOf(file)));
    },
  };
}

function parseAddress(address: string): { bucket: string; prefix: string } {
  const { hostname, pathname } = new URL(address);
  const folder = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '');
  return { bucket: hostname, prefix: folder === '' ? '' : `${folder}/` };
}

type Target = { client: S3mini; key: string; explained: <T>(work: () => Promise<T>) => Promise<T> };

async function upload({ client, key, explained }: Target, source: Readable): Promise<void> {
  const chunks = chunksIn(source);
  const first = await chunks.next();
  const second = await chunks.next();
  if (second.done) {
    const body = first.done ? Buffer.alloc(0) : first.value;
    await explained(() => client.putObject(key, body));
    return;
  }
  const upload = await explained(() => client.getMultipartUploadId(key));
  try {
    const sent: UploadPart[] = [];
    let next: IteratorResult<Buffer> = first;
    for (let number = 1; !next.done; number++) {
      const chunk = next.value;
      sent.push(await explained(() => client.uploadPart(key, upload, chunk, number)));
      next = number === 1 ? second : await chunks.next();
    }
    await explained(() => client.completeMultipartUpload(key, upload, sent));
  } catch (error) {
    await client.abortMultipartUpload(key, upload).catch(() => {});
    throw error;
  }
}

const TRIES = 4;

/** Retries after a network error or a retryable reply; every request is idempotent. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isFinal = error instanceof S3ServiceError && error.status < 500 && error.status !== 429;
      if (isFinal || attempt === TRIES) throw error;
      await pause(200 * 2 ** attempt);
    }
  }
}

async function* chunksIn(source: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}

function refuse(address: string, endpoint: string, error: unknown): never {
  const wanted = `Expected ${address} at ${endpoint}`;
  if (error instanceof S3ServiceError) {
    const { status, serviceCode = 'no code' } = error;
    throw new OperatorError(
      `${wanted} to take the request; it replied ${status} (${serviceCode}). Compare the bucket, BACKUP_S3_REGION and the BACKUP_S3 keys with your provider's.`,
      { cause: error },
    );
  }
  if (error instanceof S3NetworkError || error instanceof TypeError) {
    throw new OperatorError(`${wanted}; it cannot be reached. Check BACKUP_S3_ENDPOINT and the network.`, {
      cause: error,
    });
  }
  throw error;
}
