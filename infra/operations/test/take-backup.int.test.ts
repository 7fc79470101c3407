import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import * as age from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Keys } from '../src/backup/encryption.ts';
import { folderStorage } from '../src/backup/folder-storage.ts';
import { recordBackup } from '../src/backup/record-backup.ts';
import { checkBackup, restoreBackup } from '../src/backup/restore-backup.ts';
import { s3Storage } from '../src/backup/s3-storage.ts';
import { listBackups } from '../src/backup/shelves.ts';
import type { Storage } from '../src/backup/storage.ts';
import { takeBackup } from '../src/backup/take-backup.ts';
import { readBackup } from '../src/doctor/read-servers.ts';
import { startS3 } from './s3-server.ts';
import * as stores from './test-stores.ts';

const plain = { recipients: [] };
const secret = { passphrase: 'a passphrase of many characters', recipients: [] };

let folder: string;
let s3: Awaited<ReturnType<typeof startS3>>;
let source: Awaited<ReturnType<typeof stores.emptyStores>>;

beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/backup-`);
  s3 = await startS3();
  source = await stores.filledStores();
}, 120_000);

afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const take = (storage: Storage, name: string, keys: Keys = plain) =>
  takeBackup(stores.sourceOf(source), { storage, name, keys });

async function restored(storage: Storage, name: string, keys: Keys) {
  const target = await stores.emptyStores();
  await restoreBackup(await checkBackup({ storage, name, keys }), target);
  return stores.contentsOf(target);
}

test('an encrypted backup in a bucket needs only its passphrase', async () => {
  const storage = s3Storage(s3.settings);
  const manifest = await take(storage, '2026-11-25T03-15-00', secret);
  const files = await storage.list('');
  const open = files.filter(({ path }) => !path.endsWith('.age')).map(({ path }) => path);
  expect(open).toEqual(['2026-11-25T03-15-00/manifest.json']);
  expect(manifest.encryption).toBe('age');
  const check = (keys: Keys) => checkBackup({ storage, name: '2026-11-25T03-15-00', keys });
  await expect(check(plain)).rejects.toThrow('Expected BACKUP_PASSPHRASE or BACKUP_IDENTITY');
  await expect(check({ ...secret, passphrase: 'another' })).rejects.toThrow(
    'The backup was encrypted for another BACKUP_PASSPHRASE',
  );
  expect(await restored(storage, '2026-11-25T03-15-00', secret)).toEqual(await stores.contentsOf(source));
}, 120_000);

test('only the private key opens what a public key encrypted', async () => {
  const storage = folderStorage(`${folder}/public-key`);
  const identity = await age.generateX25519Identity();
  const recipients = [await age.identityToRecipient(identity)];
  await take(storage, 'one', { recipients });
  await expect(checkBackup({ storage, name: 'one', keys: { recipients } })).rejects.toThrow(
    'Expected BACKUP_PASSPHRASE or BACKUP_IDENTITY',
  );
  expect(await restored(storage, 'one', { recipients, identity })).toEqual(await stores.contentsOf(source));
  // Decrypts in two steps, as an operator does with the `age` command on a machine without the product.
  const key = new age.Decrypter();
  key.addIdentity(identity);
  const own = await key.decrypt(await readFile(`${folder}/public-key/one/key.age`), 'text');
  const file = new age.Decrypter();
  file.addIdentity(own.trim());
  const state = await file.decrypt(await readFile(`${folder}/public-key/one/kafka/places.json.age`), 'text');
  expect(JSON.parse(state)).toHaveProperty('topics');
}, 120_000);

test.each([
  ['a folder', () => folderStorage(`${folder}/killed`), '.unfinished-2026-11-24T03-15-00'],
  ['a bucket', () => s3Storage({ ...s3.settings, address: 's3://backups/killed' }), '2026-11-24T03-15-00'],
] as const)(
  'what a killed backup left in %s is cleared by the next one',
  async (_kind, open, left) => {
    const storage = open();
    const write = (path: string) => storage.write(path, Readable.from([Buffer.from('half')]));
    await write(`${left}/kafka/places.json`);
    await write('named-by-an-operator/file');
    await write('withdrawals.json');
    await take(storage, '2026-11-25T03-15-00');
    const paths = (await storage.list('')).map(({ path }) => path.split('/')[0]);
    expect(new Set(paths)).toEqual(
      new Set(['2026-11-25T03-15-00', 'named-by-an-operator', 'withdrawals.json']),
    );
    expect((await listBackups(storage)).map(({ name, problem }) => [name, problem])).toEqual([
      ['2026-11-25T03-15-00', undefined],
    ]);
  },
  60_000,
);

test('an aborted backup leaves nothing', async () => {
  const storage = folderStorage(`${folder}/aborted`);
  const stop = new AbortController();
  const slow: Storage = {
    ...storage,
    async write(path, given) {
      if (path.endsWith('messages.ndjson.gz')) stop.abort();
      await storage.write(path, given);
    },
  };
  const target = { storage: slow, name: 'one', keys: plain, signal: stop.signal };
  await expect(takeBackup(stores.sourceOf(source), target)).rejects.toThrow('aborted');
  expect(await storage.list('')).toEqual([]);
}, 60_000);

test('a second backup at the same time is refused', async () => {
  const storage = folderStorage(`${folder}/twice`);
  const both = await Promise.allSettled([take(storage, 'one'), take(storage, 'two')]);
  const reasons = both.flatMap(each => (each.status === 'rejected' ? [String(each.reason)] : []));
  expect(reasons).toEqual([expect.stringContaining('Another backup is being taken')]);
}, 60_000);

test('a backup overwrites nothing', async () => {
  const storage = folderStorage(`${folder}/again`);
  await take(storage, 'one');
  await expect(take(storage, 'one')).rejects.toThrow('a backup overwrites nothing');
}, 60_000);

test('a key file that changed is refused', async () => {
  const storage = folderStorage(`${folder}/key`);
  const { files } = await take(storage, 'one', secret);
  expect(files.map(({ file }) => file)).toContain('key.age');
  const key = await readFile(`${folder}/key/one/key.age`);
  await writeFile(`${folder}/key/one/key.age`, key.fill(0, key.length - 1));
  await expect(checkBackup({ storage, name: 'one', keys: secret })).rejects.toThrow(
    /is damaged: key.age has the checksum/,
  );
}, 60_000);

test('the list shows a missing or cut file', async () => {
  const storage = folderStorage(`${folder}/cut`);
  await take(storage, 'one');
  await storage.remove('one/kafka/places.json');
  const [listed] = await listBackups(storage);
  expect(listed?.problem).toBe('files are missing or cut: kafka/places.json');
}, 60_000);

test('doctor reads when the last backup was taken, and the age of the database', async () => {
  const auth = stores.urlOf(source, 'auth');
  const takenAt = new Date('2026-11-25T03:15:00Z');
  await recordBackup(auth, { takenAt: takenAt.toISOString(), files: [] });
  expect(await readBackup(auth)).toEqual({ takenAt, since: expect.any(Date) });
});
