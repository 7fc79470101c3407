import { openBus } from '@closingwire/chassis/bus';
import { createLog } from '@closingwire/chassis/log';
import { missingMigrations } from '@closingwire/chassis/migrate';
import { withDatabase } from '@closingwire/topology/addresses';
import { OperatorError } from '../operator-error.ts';
import { readBackupFile, readBackupText, type Shelf } from './backup-file.ts';
import { type Cipher, cipherIn, type Keys, keyFile } from './encryption.ts';
import { loadMessages } from './kafka-load.ts';
import { type KafkaState, kafkaStateSchema, type ProductBus } from './kafka-state.ts';
import { expectUndamaged, type Manifest, readManifest } from './manifest.ts';
import { loadDocuments } from './mongo-copy.ts';
import { type Database, type Structure, structureFile } from './postgres-dump.ts';
import { loadDatabase } from './postgres-load.ts';
import * as present from './present-data.ts';
import type { LocatedStores } from './product-stores.ts';
import { expectRights } from './restore-rights.ts';
import { nameAt } from './shelves.ts';
import type { Storage } from './storage.ts';
import { kafkaStateFile, messagesFile } from './take-backup.ts';
import * as withdrawals from './withdrawals.ts';

export type SavedBackup = { storage: Storage; name: string; keys: Keys };

/** A backup with undamaged files. */
export type CheckedBackup = { shelf: Shelf; manifest: Manifest; keys: Keys };

/** Compares every file with the manifest and opens the encryption. */
export async function checkBackup({ storage, name, keys }: SavedBackup): Promise<CheckedBackup> {
  const manifest = await readManifest(storage, name);
  const plain = { storage, folder: name };
  await expectUndamaged(plain, manifest);
  const cipher: Cipher | undefined =
    manifest.encryption === 'none' ? undefined : await cipherIn(storage, `${name}/${keyFile}`, keys);
  return { shelf: { ...plain, cipher }, manifest, keys };
}

export type Restored = { manifest: Manifest; kept: withdrawals.Kept };

type Options = {
  replace?: boolean;
  /** Withdrawals of other data that the caller replaces. */
  known?: withdrawals.Kept;
};

/**
 * Restores a backup into empty stores. Until all are complete, the databases are marked and no process starts on them;
 * a killed restore can be repeated. `replace` removes existing data first. Missing rights are refused before any
 * change.
 */
export async function restoreBackup(
  backup: CheckedBackup,
  target: LocatedStores,
  { replace = false, known = { withdrawals: [], problems: [] } }: Options = {},
): Promise<Restored> {
  const structures = await structuresOf(backup, target.databases);
  const data = await present.lookAtData(target);
  const isFull = data.found.length > 0;
  if (isFull && !data.isUnfinished && !replace) {
    throw new OperatorError(
      `Expected empty stores; ${data.found.join(', ')}. Restore to other servers, or remove this data with --replace (make production-restore: REPLACE=1).`,
    );
  }
  const kafka = await kafkaStateIn(backup.shelf);
  const collections = Object.keys(backup.manifest.mongo.documents);
  await expectRights(target, { topics: kafka.topics, collections, removes: isFull });
  // After a killed restore the withdrawals are already saved: a restore saves them before it removes data.
  const problems = data.hasDatabases && !data.isUnfinished ? await saveWithdrawals(backup, target) : [];
  const kept = await newerWithdrawals(backup, [known, { withdrawals: [], problems }]);
  await present.markUnfinished(target.databases);
  if (isFull) await present.removeData(target);
  await load(backup, target, { structures, kafka });
  await withdrawals.mergeWithdrawals(urlsOf(target.databases), kept.withdrawals);
  await present.markFinished(target.databases);
  return { manifest: backup.manifest, kept };
}

/** Loads a checked backup into empty stores. */
async function load(
  { shelf, manifest }: CheckedBackup,
  { databases, bus, mongoUrl }: LocatedStores,
  { structures, kafka }: { structures: ReadonlyMap<string, Structure>; kafka: KafkaState },
): Promise<void> {
  const loads = databases.map(async database => {
    const structure = structures.get(database.name);
    const facts = manifest.postgres.databases[database.name];
    if (structure && facts) await loadDatabase({ shelf, database, structure, facts });
  });
  const all = [...loads, loadBus(shelf, bus, kafka), loadDocuments(shelf, mongoUrl, manifest.mongo)];
  // Waits for all: a second restore must not overlap with this one.
  const failed = (await Promise.allSettled(all)).find(each => each.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Returns the schema version of each database. Throws if this version cannot create all of them. */
async function structuresOf(
  { shelf, manifest }: CheckedBackup,
  databases: readonly Database[],
): Promise<Map<string, Structure>> {
  const structures = new Map<string, Structure>();
  const missing: string[] = [];
  for (const { name, migrations } of databases) {
    if (manifest.postgres.databases[name] === undefined) continue;
    const structure = JSON.parse(await readBackupText(shelf, structureFile(name))) as Structure;
    structures.set(name, structure);
    const lacking = await missingMigrations(migrations, structure.version);
    missing.push(...lacking.map(migration => `${migration} of ${name}`));
  }
  const unknown = Object.keys(manifest.postgres.databases).filter(name => !structures.has(name));
  missing.push(...unknown.map(name => `the database ${name}`));
  if (missing.length === 0) return structures;
  const { version, commit } = manifest.product;
  throw new OperatorError(
    `The backup is from version ${version} (${commit || 'commit unknown'}), and this version lacks ${missing.join(', ')}. Restore with the version of the backup or a newer one.`,
  );
}

const kafkaStateIn = async (shelf: Shelf): Promise<KafkaState> =>
  kafkaStateSchema.parse(JSON.parse(await readBackupText(shelf, kafkaStateFile)));

async function loadBus(
  shelf: Shelf,
  { topics: _topics, ...options }: ProductBus,
  kafka: KafkaState,
): Promise<void> {
  const bus = openBus({ ...options, clientId: 'restore', log: createLog('restore', 'silent') });
  try {
    await bus.part.start();
    await loadMessages(bus, kafka, await readBackupFile(shelf, messagesFile));
  } finally {
    await bus.part.stop();
  }
}

const urlsOf =
  (databases: readonly Database[]): withdrawals.DatabaseUrls =>
  name =>
    databases.find(database => database.name === name)?.url ??
    withDatabase(databases[0]?.url ?? 'postgres://', name);

/** Writes a file beside the backup, for a restore after a killed one. Returns why withdrawals could not be read. */
async function saveWithdrawals({ shelf, keys }: CheckedBackup, target: LocatedStores): Promise<string[]> {
  const read = withdrawals.readWithdrawals(urlsOf(target.databases));
  const given = await read.catch(error => withdrawals.unreadable('the databases', error));
  if (typeof given === 'string') return [given];
  const name = `withdrawals-before-restore-${nameAt(new Date())}.json`;
  await withdrawals.writeWithdrawals(shelf.storage, { given, keys, name });
  return [];
}

async function newerWithdrawals(
  { shelf, manifest, keys }: CheckedBackup,
  known: readonly withdrawals.Kept[],
): Promise<withdrawals.Kept> {
  const all = [...known, await withdrawals.withdrawalsBeside(shelf.storage, keys)];
  const sets = all.flatMap(kept => kept.withdrawals).filter(set => set.takenAt > manifest.takenAt);
  const problems = all.flatMap(kept => kept.problems);
  if (sets.length + problems.length === 0) {
    problems.push(
      `Neither the data that was here nor ${shelf.storage.address} has withdrawals from after the backup: opt-outs and deletions since then are lost.`,
    );
  }
  return { withdrawals: sets.toSorted((one, other) => (one.takenAt < other.takenAt ? -1 : 1)), problems };
}
