import { createReadStream } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { writeBackupFile } from '@closingwire/operations/backup/backup-file';
import { folderStorage } from '@closingwire/operations/backup/folder-storage';
import { type Manifest, megabytes, seconds } from '@closingwire/operations/backup/manifest';
import { storesOn } from '@closingwire/operations/backup/product-stores';
import { type Source, takeBackup } from '@closingwire/operations/backup/take-backup';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyFolders } from '../src/backup/process-folders.ts';
import { restorePlatform } from '../src/backup/restore-platform.ts';
import { localDirectory } from '../src/root.ts';
import { discardData } from '../src/servers/discard-data.ts';
import { printLine } from '../src/terminal.ts';
import { type Done, openServices, startStores, thingMade, writtenNote } from './backup/loaded-platform.ts';

type Stores = Awaited<ReturnType<typeof startStores>>;
type Services = Awaited<ReturnType<typeof openServices>>;

let dir: string;
let backup: string;
let manifest: Manifest;
let stores: Stores;
let services: Services;
let before: Done;
let last: Done;

const ofStores = {
  databases: ['producer', 'consumer'].map(name => ({
    name,
    migrations: new URL(`./backup/${name}/`, import.meta.url),
  })),
  topics: [thingMade.topic, writtenNote.topic, 'prompt.dead', 'late.dead'],
  mongoTopics: [writtenNote.topic],
  mongoDatabase: 'notes',
};

function sourceOf({ postgresUrl, kafkaBrokers, mongoUrl }: Stores): Source {
  const servers = { postgresUrl, bus: { brokers: [kafkaBrokers], topicPrefix: '' }, mongoUrl };
  return {
    ...storesOn(ofStores, servers),
    mongoTopics: ofStores.mongoTopics,
    commit: '',
    writeMore: async shelf => [
      ...(await copyFolders(shelf, { notes: `${dir}/data/notes` })),
      await writeBackupFile(shelf, 'secrets.json', createReadStream(`${dir}/secrets.json`)),
    ],
  };
}

const keys = { recipients: [] };
const target = (name: string) => ({ storage: folderStorage(`${dir}/backups`), name, keys });
const restore = (name: string, to: string) => restorePlatform(target(name), { dir: to, stores: ofStores });

/** Takes a backup under load, continues the load, then deletes the data folder. */
beforeAll(async () => {
  await mkdir(localDirectory, { recursive: true });
  dir = await mkdtemp(`${localDirectory}/test-`);
  backup = `${dir}/backups/first`;
  await mkdir(`${dir}/data/notes`, { recursive: true });
  await writeFile(`${dir}/data/notes/kept.json`, '{}');
  await writeFile(`${dir}/secrets.json`, '{"kept":true}');
  stores = await startStores(dir);
  services = await openServices(stores);
  await services.drain('prompt');
  const { done } = await services.load();
  await until(() => done.thing > 60 && done.note > 3);
  before = { ...done };
  const startedAt = performance.now();
  manifest = await takeBackup(sourceOf(stores), target('first'));
  printLine(
    `backup: ${megabytes(manifest.files)} in ${seconds(startedAt)}, publishing paused for ${manifest.pausedMs} ms`,
  );
  const during = { ...done };
  await until(() => done.thing > during.thing + 20 && done.note > during.note + 2);
  last = { ...done };
}, 120_000);

afterAll(async () => {
  await services.stop();
  await stores.supervisor.stop();
  await discardData(dir);
  await rm(dir, { recursive: true, force: true });
}, 120_000);

const numbers = async (rows: Promise<{ n: number }[]>) => (await rows).map(({ n }) => Number(n));
const things = () => numbers(services.producer.query(sql`select n from thing order by n`));
const pairs = (pg: Services['producer']) => numbers(pg.query(sql`select seq as n from pair order by seq`));
const notes = async () => (await services.notes().find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
const effects = (kind: string) =>
  services.consuming.query<{ n: number; seen: number }>(
    sql`select n, seen from effect where kind = ${kind} order by n`,
  );
const upTo = (length: number) => Array.from({ length }, (_, index) => index + 1);
const once = (all: number[]) => all.map(n => ({ n, seen: 1 }));

test('a backup overwrites nothing', async () => {
  await expect(takeBackup(sourceOf(stores), target('first'))).rejects.toThrow(
    `Expected ${backup} not to be there`,
  );
  expect(await readdir(`${dir}/backups`)).toEqual(['first']);
});

test('a restore refuses while servers run, and names them', async () => {
  await expect(restore('first', dir)).rejects.toThrow(
    new RegExp(`process ${process.pid} runs (?=.*postgres)(?=.*kafka)(?=.*mongo).*make stop`),
  );
});

test('a damaged backup is refused before any change', async () => {
  const damaged = `${dir}/backups/damaged`;
  await cp(backup, damaged, { recursive: true });
  await appendFile(`${damaged}/postgres/consumer/structure.json`, 'x');
  await rm(`${damaged}/kafka/places.json`);
  const elsewhere = `${dir}/elsewhere`;
  await expect(restore('damaged', elsewhere)).rejects.toThrow(
    /structure.json has \d+ bytes, expected \d+; kafka\/places.json is missing/,
  );
  await expect(readdir(elsewhere)).rejects.toThrow('ENOENT');
});

test('a lost data folder comes back whole', async () => {
  await services.stop();
  await stores.supervisor.stop();
  await rm(`${dir}/data`, { recursive: true });
  await discardData(dir);
  await mkdir(`${dir}/data`);
  await writeFile(`${dir}/data/found.txt`, 'what was there');
  const startedAt = performance.now();
  const { aside } = await restore('first', dir);
  printLine(`restore: ${megabytes(manifest.files)} in ${seconds(startedAt)}`);
  expect(await readFile(`${aside}/data/found.txt`, 'utf8')).toBe('what was there');
  expect(await readFile(`${dir}/data/notes/kept.json`, 'utf8')).toBe('{}');
  expect(await readFile(`${dir}/secrets.json`, 'utf8')).toBe('{"kept":true}');
  expect((await readdir(dir)).filter(name => name.startsWith('restore-'))).toEqual([]);
  stores = await startStores(dir);
  services = await openServices(stores);
}, 120_000);

test('both databases come back to one moment', async () => {
  const [first, second] = await Promise.all([pairs(services.producer), pairs(services.consuming)]);
  expect(first).toEqual(upTo(first.length));
  expect(second).toEqual(upTo(second.length));
  // The second of a pair is written after the first: one may be in flight.
  expect([0, 1]).toContain(first.length - second.length);
  expect(first.length).toBeGreaterThanOrEqual(before.pair);
  expect(first.length).toBeLessThan(last.pair);
});

test('rows committed before the backup exist', async () => {
  const [allThings, allNotes] = await Promise.all([things(), notes()]);
  expect(allThings).toEqual(upTo(allThings.length));
  expect(allThings.length).toBeGreaterThanOrEqual(before.thing);
  expect(allThings.length).toBeLessThan(last.thing);
  expect(allNotes).toEqual(upTo(allNotes.length));
  expect(allNotes.length).toBeGreaterThanOrEqual(before.note);
  expect(allNotes.length).toBeLessThan(last.note);
});

test('each message is back once, and the group near its offset', async () => {
  const admin = services.bus.kafka.admin();
  await admin.connect();
  for (const { topic } of [thingMade, writtenNote]) {
    const ends = (await admin.fetchTopicOffsets(topic)).map(({ high }) => Number(high));
    expect(ends.reduce((sum, high) => sum + high)).toBe(manifest.kafka.messages[topic]);
  }
  const [committed] = await admin.fetchOffsets({ groupId: 'prompt', topics: [thingMade.topic] });
  await admin.disconnect();
  const position = committed?.partitions.reduce((sum, { offset }) => sum + Math.max(0, Number(offset)), 0);
  expect(position).toBeGreaterThan(before.thing / 2);
});

test('effects equal events, each once, when all is drained', async () => {
  const from = {
    thing: (await things()).length,
    note: (await notes()).length,
    pair: (await pairs(services.producer)).length + 1,
  };
  // The group `late` consumes for the first time here, so all its events come from the restored Kafka.
  await services.drain('prompt', 'late');
  // The writers use the numbers of the lost time again: a surviving event of that time would count twice.
  const { done, stop } = await services.load(from);
  await until(() => done.thing > last.thing && done.note > last.note);
  await stop();
  const [allThings, allNotes] = await Promise.all([things(), notes()]);
  for (const group of ['prompt', 'late']) {
    const [ofThings, ofNotes] = [`${group} ${thingMade.topic}`, `${group} ${writtenNote.topic}`];
    await until(async () => (await effects(ofThings)).length >= allThings.length);
    await until(async () => (await effects(ofNotes)).length >= allNotes.length);
    expect(await effects(ofThings)).toEqual(once(allThings));
    expect(await effects(ofNotes)).toEqual(once(allNotes));
  }
  expect(await services.producer.query(sql`select * from outbox`)).toEqual([]);
});
