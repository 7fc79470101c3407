import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderStorage } from '../src/backup/folder-storage.ts';
import { installationOf } from '../src/backup/installation.ts';
import { checkBackup, restoreBackup } from '../src/backup/restore-backup.ts';
import { takeBackup } from '../src/backup/take-backup.ts';
import * as withdrawals from '../src/backup/withdrawals.ts';
import * as stores from './test-stores.ts';

type Stores = Awaited<ReturnType<typeof stores.emptyStores>>;

const keys = { recipients: [] };

let folder: string;
let first: Stores;
let fresh: Stores;

beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/backup-`);
  [first, fresh] = await Promise.all([stores.filledStores(), stores.filledStores()]);
  await take('2026-11-01T03-15-00', first);
}, 180_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const storage = () => folderStorage(folder);
const take = (name: string, from: Stores, startsOver = false) =>
  takeBackup(stores.sourceOf(from), { storage: storage(), name, keys, startsOver });
const idOf = (of: Stores) => installationOf(stores.urlOf(of, 'auth'));
const restore = async (name: string, target: Stores) =>
  restoreBackup(await checkBackup({ storage: storage(), name, keys }), target);

test('a new product takes no backup beside those of another', async () => {
  const [own, other] = [await idOf(first), await idOf(fresh)];
  expect(own).not.toBe(other);
  await expect(take('2026-11-02T03-15-00', fresh)).rejects.toThrow(
    `Expected the newest backup in ${folder} to be of this installation, ${other}; 2026-11-01T03-15-00 is of ${own}. To continue that product, restore its backup here`,
  );
  expect((await storage().list('')).filter(({ path }) => !path.startsWith('2026-11-01'))).toEqual([]);
}, 60_000);

test('a restore adopts the installation and continues its backups', async () => {
  const target = await stores.emptyStores();
  await restore('2026-11-01T03-15-00', target);
  expect(await idOf(target)).toBe(await idOf(first));
  const { installation } = await take('2026-11-03T03-15-00', target);
  expect(installation).toBe(await idOf(first));
  await take('2026-11-04T03-15-00', first);
}, 120_000);

test('a location with only backups of earlier versions accepts new ones', async () => {
  const older = `${folder}/older`;
  const olderStorage = folderStorage(older);
  await takeBackup(stores.sourceOf(first), { storage: olderStorage, name: 'one', keys });
  const file = `${older}/one/manifest.json`;
  const { installation: _none, ...manifest } = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify(manifest));
  await takeBackup(stores.sourceOf(fresh), { storage: olderStorage, name: 'two', keys });
  const target = await stores.emptyStores();
  await restoreBackup(await checkBackup({ storage: olderStorage, name: 'one', keys }), target);
  expect(await idOf(target)).toBe(await idOf(first));
}, 120_000);

test('declines of another installation are ignored', async () => {
  const target = await stores.emptyStores();
  const given = { deletedUsers: [], optOuts: [], deletionLists: [] };
  const write = (name: string, of: string | undefined, declines: string[], takenAt: string) =>
    withdrawals.writeWithdrawals(storage(), {
      given: { ...given, takenAt, installation: of, declines },
      keys,
      name,
    });
  await write('withdrawals-1.json', await idOf(first), [stores.user], '2099-01-01T00:00:00.000Z');
  await write('withdrawals-2.json', await idOf(fresh), [], '2099-01-02T00:00:00.000Z');
  await restore('2026-11-01T03-15-00', target);
  const text = 'select payload from graphile_worker._private_jobs order by id';
  const jobs = await stores.query(stores.urlOf(target, 'auth'), text);
  expect(jobs.at(-1)).toEqual({ payload: { deletedUsers: [], declines: [stores.user] } });
  await Promise.all([1, 2].map(n => storage().remove(`withdrawals-${n}.json`)));
}, 120_000);

test('a new product takes over a location on request', async () => {
  await take('2026-11-05T03-15-00', fresh, true);
  await take('2026-11-06T03-15-00', fresh);
  await expect(take('2026-11-07T03-15-00', first)).rejects.toThrow('--start-over');
}, 60_000);
