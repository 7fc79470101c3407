import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderStorage } from '../src/backup/folder-storage.ts';
import { s3Storage } from '../src/backup/s3-storage.ts';
import { readText, type Storage } from '../src/backup/storage.ts';
import { startS3 } from './s3-server.ts';

let s3: Awaited<ReturnType<typeof startS3>>;
let folder: string;

beforeAll(async () => {
  s3 = await startS3();
  folder = await mkdtemp(`${tmpdir()}/storage-`);
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const kinds: [string, () => Storage][] = [
  ['a folder', () => folderStorage(`${folder}/place`)],
  ['a bucket', () => s3Storage(s3.settings)],
];

const text = (value: string) => Readable.from([Buffer.from(value)]);
const pathsOf = async (storage: Storage, prefix: string) =>
  (await storage.list(prefix)).map(({ path }) => path).toSorted();

describe.each(kinds)('%s', (_kind, open) => {
  test('is empty before its first file', async () => {
    expect(await open().list('')).toEqual([]);
    await open().remove('none/');
    await open().remove('none');
  });

  test('returns what was written, and lists it with its size', async () => {
    const storage = open();
    await storage.write('one/public.a table.copy.gz', text('first'));
    await storage.write('one/part/b', text('second'));
    await storage.write('one-more/c', text(''));
    await storage.write('withdrawals.json', text('{}'));
    expect(await readText(storage, 'one/public.a table.copy.gz')).toBe('first');
    expect(await readText(storage, 'one/none')).toBeUndefined();
    expect(await pathsOf(storage, 'one/')).toEqual(['one/part/b', 'one/public.a table.copy.gz']);
    expect(await pathsOf(storage, 'with')).toEqual(['withdrawals.json']);
    expect((await storage.list('one/part/b')).map(({ bytes }) => bytes)).toEqual([6]);
    await storage.write('one/part/b', text('again'));
    expect(await readText(storage, 'one/part/b')).toBe('again');
  });

  test('holds a file of several parts', async () => {
    const storage = open();
    const bytes = randomBytes(17 * 1024 * 1024);
    const chunks = Array.from({ length: 17 * 16 }, (_, n) => bytes.subarray(n * 65_536, (n + 1) * 65_536));
    await storage.write('large', Readable.from(chunks));
    const found = Buffer.concat(await (await storage.read('large')).toArray());
    expect(found.equals(bytes)).toBe(true);
    await storage.remove('large');
  });

  test('a failed write leaves no file', async () => {
    const storage = open();
    const failing = Readable.from(
      (async function* () {
        yield randomBytes(20 * 1024 * 1024);
        throw new Error('the source failed');
      })(),
    );
    await expect(storage.write('broken', failing)).rejects.toThrow('the source failed');
    expect(await pathsOf(storage, 'broken')).toEqual([]);
  });

  test('removes only files below a path', async () => {
    const storage = open();
    await storage.remove('one/');
    expect(await pathsOf(storage, '')).toEqual(['one-more/c', 'withdrawals.json']);
  });
});

test('a wrong key, bucket and server are each one sentence', async () => {
  const wrong = (settings: object) => s3Storage({ ...s3.settings, ...settings }).list('');
  await expect(wrong({ accessKeyId: 'other' })).rejects.toThrow(/it replied 403.*BACKUP_S3 keys/);
  await expect(wrong({ address: 's3://none' })).rejects.toThrow('Expected the bucket none');
  await expect(wrong({ endpoint: 'http://127.0.0.1:1' })).rejects.toThrow('it cannot be reached');
});
