import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { kafkaClient } from '@closingwire/chassis/bus';
import { createLog } from '@closingwire/chassis/log';
import { execa } from 'execa';
import { root } from '../root.ts';
import { PlatformError } from '../terminal.ts';
import { dumpMessages } from './kafka-dump.ts';
import {
  type Admin,
  endsOf,
  groupPlaces,
  type Kafka,
  type Offsets,
  type Places,
  shapesOf,
  topicsOf,
} from './kafka-places.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { type DocumentReader, type Documents, openDocuments, writeDocuments } from './mongo-copy.ts';
import { type PartFile, writePart } from './part-file.ts';
import { copyPostgres, type PostgresCopy } from './postgres-copy.ts';
import { copyFolders } from './process-folders.ts';
import { whilePublishingPauses } from './publishing-pause.ts';

/** A running platform, as a backup sees it. */
export type Source = {
  /** Of a user who may do everything. */
  postgresUrl: string;
  postgresData: string;
  kafkaBrokers: string;
  mongoUrl: string;
  /** What is published from documents, without an outbox that could be locked. */
  mongoTopics: readonly string[];
  /** What processes keep beside the servers, by process name. */
  folders: Record<string, string>;
  secretsFile: string;
};

export const placesFile = 'kafka/places.json';
export const messagesFile = 'kafka/messages.ndjson.gz';
export const secretsFile = 'secrets.json';

/** Writes a backup of what runs into a folder that is not there yet; it appears whole or not at all. */
export async function takeBackup(source: Source, to: string): Promise<Manifest> {
  if (existsSync(to)) {
    throw new PlatformError(
      `Expected ${to} not to be there: a backup overwrites nothing. Name another folder.`,
    );
  }
  await mkdir(dirname(to), { recursive: true });
  const folder = await mkdtemp(`${dirname(to)}/.unfinished-${basename(to)}-`);
  try {
    const manifest = await fill(folder, source);
    await writeManifest(folder, manifest);
    await execa('sync', ['--file-system', folder], { reject: false });
    await rename(folder, to);
    return manifest;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function fill(folder: string, source: Source): Promise<Manifest> {
  const startedAt = new Date();
  const log = createLog('backup', 'silent');
  const kafka = kafkaClient({ brokers: source.kafkaBrokers.split(','), clientId: 'backup', log });
  const admin = kafka.admin();
  const opened: { close(): Promise<void> }[] = [{ close: () => admin.disconnect() }];
  try {
    await admin.connect();
    const documents = await openDocuments(source.mongoUrl);
    opened.push(documents);
    const postgres = await copyPostgres(folder, source.postgresUrl, source.postgresData);
    opened.push(postgres);
    const moment = await fixMoment({ source, postgres, admin, documents });
    const mongo = await writeDocuments(folder, moment.documents);
    const cluster = await postgres.finish();
    const bus = await copyBus({ folder, kafka, admin, moment });
    const folders = await copyFolders(folder, source.folders);
    const secrets = await writePart(folder, secretsFile, createReadStream(source.secretsFile));
    return {
      format: 1,
      startedAt: startedAt.toISOString(),
      takenAt: moment.takenAt.toISOString(),
      finishedAt: new Date().toISOString(),
      product: await productVersion(),
      postgres: cluster.facts,
      kafka: bus.facts,
      mongo: mongo.facts,
      pausedMs: Math.round(moment.pausedMs),
      files: [...cluster.files, ...bus.files, ...mongo.files, ...folders, secrets],
    };
  } finally {
    // What was opened holds the process, however the backup ended.
    await Promise.all(opened.map(one => one.close()));
  }
}

type Moment = {
  takenAt: Date;
  pausedMs: number;
  ends: Offsets;
  groups: Places['groups'];
  documents: Documents;
};

const pauses = 10;
const readsPerPause = 5;

type Stores = { source: Source; postgres: PostgresCopy; admin: Admin; documents: DocumentReader };

/**
 * One moment for all stores: while publishing pauses, documents are read, PostgreSQL's copy ends, and the ends of all
 * topics are recorded. Places of groups are older, so that no effect is skipped that the databases lack.
 */
async function fixMoment({ source, postgres, admin, documents }: Stores): Promise<Moment> {
  for (let attempt = 0; attempt < pauses; attempt++) {
    const groups = await groupPlaces(admin);
    const fixed = await whilePublishingPauses(source.postgresUrl, async () => {
      const pausedSince = performance.now();
      const still = await readStill({ source, admin, documents });
      if (still === undefined) return undefined;

      const takenAt = new Date();
      await postgres.fix();
      const fixed = await readAgainIfMoved({ source, admin, documents }, still);

      const others = (await topicsOf(admin)).filter(topic => !source.mongoTopics.includes(topic));
      const ends = { ...(await endsOf(admin, others)), ...fixed.ends };

      return { takenAt, ends, documents: fixed.documents, pausedMs: performance.now() - pausedSince };
    });
    if (fixed !== undefined) return { ...fixed, groups };
  }
  throw tooBusy(pauses * readsPerPause);
}

const tooBusy = (times: number) =>
  new PlatformError(
    `Expected the document store to publish nothing for the moment that its copy takes; it did, ${times} times. Take the backup when less goes on.`,
  );

/**
 * Documents that publish have no outbox to lock. When nothing of theirs went out while they were read, each event
 * that a document no longer carries is before these ends, and each one before these ends was written before.
 */
async function readStill({ source, admin, documents }: Omit<Stores, 'postgres'>) {
  for (let attempt = 0; attempt < readsPerPause; attempt++) {
    const ends = await endsOf(admin, source.mongoTopics);

    const read = await documents.read();
    if (isDeepStrictEqual(await endsOf(admin, source.mongoTopics), ends)) return { ends, documents: read };
  }
  return undefined;
}

type Still = NonNullable<Awaited<ReturnType<typeof readStill>>>;

/**
 * Between the read of the documents and the end of PostgreSQL's copy a document may have published, and its effect may
 * be in the databases: then the documents are read once more. Newer than the databases they may be, never older.
 */
async function readAgainIfMoved(stores: Omit<Stores, 'postgres'>, still: Still): Promise<Still> {
  const ends = await endsOf(stores.admin, stores.source.mongoTopics);
  if (isDeepStrictEqual(ends, still.ends)) return still;
  for (let attempt = 0; attempt < pauses; attempt++) {
    const again = await readStill(stores);
    if (again) return again;
  }
  throw tooBusy(pauses * readsPerPause);
}

async function copyBus({
  folder,
  kafka,
  admin,
  moment,
}: {
  folder: string;
  kafka: Kafka;
  admin: Admin;
  moment: Moment;
}): Promise<{ files: PartFile[]; facts: Manifest['kafka'] }> {
  const { ends, groups } = moment;
  const places: Places = { topics: await shapesOf(admin, Object.keys(ends)), ends, groups };
  const counts: Record<string, number> = {};
  const count = (topic: string) => {
    counts[topic] = (counts[topic] ?? 0) + 1;
  };
  const messages = dumpMessages({ kafka, admin, ends, onMessage: count });
  const files = [
    await writePart(folder, messagesFile, messages),
    await writePart(folder, placesFile, Readable.from([JSON.stringify(places, undefined, 2)])),
  ];
  return { files, facts: { messages: counts, groups: Object.keys(groups) } };
}

async function productVersion(): Promise<Manifest['product']> {
  const { version } = JSON.parse(await readFile(`${root}/package.json`, 'utf8'));
  const { stdout } = await execa('git', ['-C', root, 'rev-parse', 'HEAD'], { reject: false });
  return { version: String(version), commit: String(stdout ?? '') };
}
