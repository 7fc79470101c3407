import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { kafkaClient } from '@closingwire/chassis/bus';
import { createLog } from '@closingwire/chassis/log';
import { OperatorError } from '../operator-error.ts';
import { productVersion } from '../version.ts';
import { type BackupFile, type Shelf, writeBackupFile, writeStored } from './backup-file.ts';
import { withClient } from './database-client.ts';
import { type Keys, keyFile, newCipher } from './encryption.ts';
import { expectOwnBackups, homeOf, installationOf } from './installation.ts';
import { dumpMessages } from './kafka-dump.ts';
import * as kafkaState from './kafka-state.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { type DocumentSource, type Documents, openDocuments, writeDocuments } from './mongo-copy.ts';
import { type Database, type DatabaseCopies, openCopies, TablesChange } from './postgres-dump.ts';
import { whilePublishingPauses } from './publishing-pause.ts';
import { clearUnfinished, draftOf } from './shelves.ts';
import type { Storage } from './storage.ts';

/** The product to back up. */
export type Source = {
  databases: readonly Database[];
  bus: kafkaState.ProductBus;
  mongoUrl: string;
  /** Topics of events that documents publish, without an outbox to lock. */
  mongoTopics: readonly string[];
  /** Commit of the running version; empty if unknown. */
  commit: string;
  /** Writes files that only this way of running has. */
  writeMore?: (shelf: Shelf) => Promise<BackupFile[]>;
};

/** The backup's destination. The signal aborts the backup. */
export type Target = {
  storage: Storage;
  name: string;
  keys: Keys;
  signal?: AbortSignal;
  /** Whether the backup may follow another installation's backups in the same storage. */
  startsOver?: boolean;
};

export const kafkaStateFile = 'kafka/places.json';
export const messagesFile = 'kafka/messages.ndjson.gz';

/** Writes a backup under a new name. It appears whole or not at all. */
export async function takeBackup(source: Source, target: Target): Promise<Manifest> {
  const { storage, name, startsOver } = target;
  if ((await storage.list(`${name}/`)).length > 0) {
    throw new OperatorError(
      `Expected ${storage.address}/${name} not to be there: a backup overwrites nothing. Name another folder.`,
    );
  }
  return whileLocked(source, async () => {
    const home = homeOf(source.databases);
    const installation = home && (await installationOf(home.url));
    if (installation !== undefined && !startsOver) await expectOwnBackups(storage, installation);
    await clearUnfinished(storage);
    const draft = draftOf(storage, name);
    try {
      const manifest = await fill(source, { ...target, name: draft, installation });
      await storage.rename?.(draft, name);
      return manifest;
    } catch (error) {
      await storage.remove(`${draft}/`).catch(() => {});
      throw error;
    }
  });
}

const LOCK = 'select pg_try_advisory_lock(7224202, 50) as locked';

/**
 * Permits one backup at a time: a second one would remove the first one's unfinished files. The lock ends with this
 * process.
 */
async function whileLocked<T>({ databases: [first] }: Source, work: () => Promise<T>): Promise<T> {
  if (first === undefined) return work();
  return withClient(first.url, 'backup', async client => {
    const { rows } = await client.query<{ locked: boolean }>(LOCK);
    if (rows[0]?.locked) return await work();
    throw new OperatorError('Another backup is being taken. Wait until it is finished.');
  });
}

type Filling = Target & { installation: string | undefined };

async function fill(
  source: Source,
  { storage, name, keys, signal, installation }: Filling,
): Promise<Manifest> {
  const startedAt = new Date();
  const sealed = await newCipher(keys);
  const shelf: Shelf = { storage, folder: name, cipher: sealed?.cipher, signal };
  const log = createLog('backup', 'silent');
  const kafka = kafkaClient({ ...source.bus, clientId: 'backup', log });
  const admin = kafka.admin();
  const opened: { close(): Promise<void> }[] = [{ close: () => admin.disconnect() }];
  try {
    await kafkaState.connectAdmin(admin, source.bus);
    const documents = await openDocuments(source.mongoUrl);
    opened.push(documents);
    const postgres = await openCopies(source.databases);
    opened.push(postgres);
    const moment = await fixMoment({ source, postgres, admin, documents });
    const mongo = await writeDocuments(shelf, moment.documents);
    const { files, facts } = await postgres.write(shelf);
    const bus = await copyBus({ shelf, source, kafka, admin, moment });
    const more = (await source.writeMore?.(shelf)) ?? [];
    if (sealed) more.push(await writeStored(shelf, keyFile, Readable.from([sealed.key])));
    const manifest: Manifest = {
      format: 2,
      startedAt: startedAt.toISOString(),
      takenAt: moment.takenAt.toISOString(),
      finishedAt: new Date().toISOString(),
      product: { version: await productVersion(), commit: source.commit },
      ...(installation !== undefined && { installation }),
      postgres: { isOneSnapshot: moment.isOneSnapshot, databases: facts },
      kafka: bus.facts,
      mongo: mongo.facts,
      encryption: sealed ? 'age' : 'none',
      pausedMs: Math.round(moment.pausedMs),
      files: [...files, ...bus.files, ...mongo.files, ...more],
    };
    signal?.throwIfAborted();
    await writeManifest(shelf, manifest);
    return manifest;
  } finally {
    // Open connections would keep the process alive.
    await Promise.all(opened.map(one => one.close()));
  }
}

type Moment = {
  takenAt: Date;
  pausedMs: number;
  isOneSnapshot: boolean;
  /** `ends` and `groups` have the broker's names of topics and groups. */
  ends: kafkaState.Offsets;
  groups: kafkaState.KafkaState['groups'];
  documents: Documents;
};

const pauses = 10;
const readsPerPause = 5;

type Stores = {
  source: Source;
  postgres: DatabaseCopies;
  admin: kafkaState.Admin;
  documents: DocumentSource;
};

/**
 * Chooses one moment for all stores: while publishing pauses, it reads the documents, starts the databases' snapshots
 * and records the ends of all topics. Groups' offsets are older, so that no effect is skipped that the databases lack.
 */
async function fixMoment({ source, postgres, admin, documents }: Stores): Promise<Moment> {
  const { topicPrefix: prefix } = source.bus;
  const topics = source.bus.topics.map(topic => `${prefix}${topic}`);
  const fromDocuments = source.mongoTopics.map(topic => `${prefix}${topic}`);
  const urls = source.databases.map(({ url }) => url);
  for (let attempt = 1; ; attempt++) {
    const groups = await kafkaState.groupOffsets(admin, { prefix, topics });
    const fixing = whilePublishingPauses(urls, async () => {
      const pausedSince = performance.now();
      const still = await readStill({ fromDocuments, admin, documents });
      if (still === undefined) return undefined;

      const takenAt = new Date();
      const isOneSnapshot = await postgres.fix();
      const fixed = await readAgainIfMoved({ fromDocuments, admin, documents }, still);

      const others = topics.filter(topic => !fromDocuments.includes(topic));
      const ends = { ...(await kafkaState.endsOf(admin, others)), ...fixed.ends };
      const pausedMs = performance.now() - pausedSince;
      return { takenAt, isOneSnapshot, ends, documents: fixed.documents, pausedMs };
    });
    const fixed = await fixing.catch(error => {
      if (error instanceof TablesChange && attempt < pauses) return undefined;
      throw error;
    });
    if (fixed !== undefined) return { ...fixed, groups };
    if (attempt === pauses) throw tooBusy(pauses * readsPerPause);
    await pause(PAUSE_AGAIN_MS * attempt);
  }
}

const PAUSE_AGAIN_MS = 100;

const tooBusy = (times: number) =>
  new OperatorError(
    `Expected the document store to publish nothing for the moment that its copy takes; it did, ${times} times. Take the backup when less goes on.`,
  );

/**
 * Documents that publish have no outbox to lock. If they published nothing during the read, two facts hold: an event
 * that is no longer in a document is before these ends, and an event before these ends was written before the read.
 */
type Publishing = Pick<Stores, 'admin' | 'documents'> & { fromDocuments: readonly string[] };

async function readStill({ fromDocuments, admin, documents }: Publishing) {
  for (let attempt = 0; attempt < readsPerPause; attempt++) {
    const ends = await kafkaState.endsOf(admin, fromDocuments);

    const read = await documents.read();
    if (isDeepStrictEqual(await kafkaState.endsOf(admin, fromDocuments), ends))
      return { ends, documents: read };
  }
  return undefined;
}

type Still = NonNullable<Awaited<ReturnType<typeof readStill>>>;

/**
 * A document may publish between its read and the databases' snapshots, which may contain the effect. Then the
 * documents are read again. They may be newer than the databases, never older.
 */
async function readAgainIfMoved(stores: Publishing, still: Still): Promise<Still> {
  const ends = await kafkaState.endsOf(stores.admin, stores.fromDocuments);
  if (isDeepStrictEqual(ends, still.ends)) return still;
  for (let attempt = 0; attempt < pauses; attempt++) {
    const again = await readStill(stores);
    if (again) return again;
  }
  throw tooBusy(pauses * readsPerPause);
}

type Copy = {
  shelf: Shelf;
  source: Source;
  kafka: kafkaState.Kafka;
  admin: kafkaState.Admin;
  moment: Moment;
};

/** Writes the bus to the backup with topic and group names without prefix, so that a restore may use another prefix. */
async function copyBus({ shelf, source, kafka, admin, moment }: Copy) {
  const { ends, groups } = moment;
  const { topicPrefix: prefix } = source.bus;
  const rename = (name: string) => name.slice(prefix.length);
  const { shapes, retention } = await kafkaState.shapesOf(admin, { prefix, topics: Object.keys(ends) });
  const state = kafkaState.renameKafkaState({ topics: shapes, ends, groups }, rename);
  const counts: Record<string, number> = {};
  const onMessage = (topic: string) => {
    counts[topic] = (counts[topic] ?? 0) + 1;
  };
  const messages = dumpMessages({
    ...{ kafka, admin, ends, rename, onMessage },
    groupPrefix: prefix,
  });
  const files = [
    await writeBackupFile(shelf, messagesFile, messages),
    await writeBackupFile(
      shelf,
      kafkaStateFile,
      Readable.from([Buffer.from(JSON.stringify(state, undefined, 2))]),
    ),
  ];
  return { files, facts: { messages: counts, groups: Object.keys(state.groups), retention } };
}
