import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { kafkaClient } from '@closingwire/chassis/bus';
import { readBusSettings } from '@closingwire/chassis/bus-settings';
import { permit as giveRights, type Right } from '@closingwire/chassis/kafka-rights';
import { createLog } from '@closingwire/chassis/log';
import { withAdmin } from '@closingwire/chassis/topics';
import {
  limitedUser,
  login,
  startSecuredKafka,
  startSecuredMongo,
} from '@closingwire/local/testing/secured-servers';
import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { folderStorage } from '../src/backup/folder-storage.ts';
import type { ProductBus } from '../src/backup/kafka-state.ts';
import type { LocatedStores } from '../src/backup/product-stores.ts';
import { checkBackup, restoreBackup } from '../src/backup/restore-backup.ts';
import { takeBackup } from '../src/backup/take-backup.ts';
import * as stores from './test-stores.ts';

const keys = { recipients: [] };
const topic = 'user.registered';

let folder: string;
let kafka: Awaited<ReturnType<typeof startSecuredKafka>>;
let prefixes = 0;
let prefix: string;
let filled: LocatedStores;

beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/backup-`);
  [kafka, filled] = await Promise.all([startSecuredKafka(), stores.filledStores()]);
  await takeBackup(stores.sourceOf(filled), { storage: folderStorage(folder), name: 'first', keys });
}, 180_000);
afterAll(async () => {
  await kafka.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  prefix = `p${++prefixes}.`;
});

const busOf = (brokers: string, settings: Record<string, string> = {}): ProductBus => ({
  ...readBusSettings({ KAFKA_BROKERS: brokers, KAFKA_TOPIC_PREFIX: prefix, ...settings }),
  topics: filled.bus.topics,
});
const unlimited = () => busOf(kafka.plainBrokers);
const limited = (settings: Record<string, string> = {}) =>
  busOf(kafka.saslBrokers, {
    KAFKA_TLS: 'true',
    KAFKA_CA_FILE: kafka.certificates.ca,
    KAFKA_SASL_MECHANISM: 'scram-sha-256',
    KAFKA_USERNAME: limitedUser,
    KAFKA_PASSWORD: login.password,
    ...settings,
  });

const administer = <T>(work: Parameters<typeof withAdmin<T>>[1]) =>
  withAdmin(
    { kafka: kafkaClient({ ...unlimited(), clientId: 'test', log: createLog('test', 'silent') }) },
    work,
  );

const permit = (topics: Right[], groups: Right[]) =>
  administer(admin => giveRights(admin, { user: limitedUser, prefix, topics, groups }));

const restore = async (target: LocatedStores, options = { replace: true }) =>
  restoreBackup(await checkBackup({ storage: folderStorage(folder), name: 'first', keys }), target, options);

const messages = () =>
  administer(async admin =>
    (await admin.fetchTopicOffsets(`${prefix}${topic}`)).reduce((sum, { high }) => sum + Number(high), 0),
  );

/** Expects the restore to be refused without a change to rows, messages or the mark that stops a start. */
async function expectRefused(target: LocatedStores, sentence: RegExp): Promise<void> {
  const before = await stores.contentsOf(filled);
  await expect(restore(target)).rejects.toThrow(sentence);
  expect(await stores.contentsOf(filled)).toEqual(before);
  for (const { name } of filled.databases) await stores.startOn(filled, name);
}

test('without the right to read topic settings, a backup has the declared ones', async () => {
  await permit(['READ'], ['READ']);
  await stores.sendMessages({ ...filled, bus: unlimited() });
  const target = { storage: folderStorage(folder), name: 'limited', keys };
  const { kafka: facts } = await takeBackup(stores.sourceOf({ ...filled, bus: limited() }), target);
  expect(facts).toMatchObject({ retention: 'declared', messages: { [topic]: 3 } });
  const state = JSON.parse(await readFile(`${folder}/limited/kafka/places.json`, 'utf8'));
  expect(state.topics).toEqual({ [topic]: { partitions: 2, retentionHours: 168 } });
}, 120_000);

test('a restore lists missing rights on the bus before it deletes anything', async () => {
  await permit(['READ', 'WRITE'], ['READ']);
  await stores.sendMessages({ ...filled, bus: unlimited() });
  const name = `${prefix}${topic}`;
  await administer(admin =>
    admin.setOffsets({
      groupId: `${prefix}billing`,
      topic: name,
      partitions: [{ partition: 0, offset: '1' }],
    }),
  );
  const target = { ...filled, bus: limited() };
  await expectRefused(
    target,
    new RegExp(
      `Nothing was changed.*right Create on the topics ${name}; .* Delete on the topics ${name}; .* Delete on the groups ${prefix}\\*.*own-servers`,
    ),
  );
  expect(await messages()).toBe(3);
  await permit(['CREATE', 'DELETE'], ['DELETE']);
  await restore(target);
  expect(await messages()).toBe(3);
}, 120_000);

test('a restore lists topics that it may not create, and fills empty ones', async () => {
  await permit(['READ', 'WRITE'], ['READ', 'DELETE']);
  await stores.sendMessages({ ...filled, bus: unlimited() });
  const name = `${prefix}${topic}`;
  const target = { ...filled, bus: limited({ KAFKA_CREATE_TOPICS: 'false' }) };
  await expectRefused(
    target,
    new RegExp(`KAFKA_CREATE_TOPICS is false, so an administrator must create.*: ${name}\\. Mend`),
  );
  const create = async (numPartitions: number) => {
    await administer(admin => admin.deleteTopics({ topics: [name] }));
    await administer(admin =>
      admin.createTopics({ topics: [{ topic: name, numPartitions }], waitForLeaders: true }),
    );
  };
  await create(1);
  await expectRefused(target, new RegExp(`${name} has 1 of 2`));
  await create(2);
  await restore(target);
  expect(await messages()).toBe(3);
}, 120_000);

test('a restore lists a table of another owner before it deletes anything', async () => {
  const role = `limited_${process.pid}`;
  const leads = stores.urlOf(filled, 'leads');
  await stores.query(leads, `create role ${role} login`);
  const url = new URL(leads);
  url.username = role;
  const databases = filled.databases.map(each => (each.name === 'leads' ? { ...each, url: url.href } : each));
  await expectRefused(
    { ...filled, databases },
    /Nothing was changed.*PostgreSQL's database leads: must be owner of/,
  );
  await stores.query(leads, `drop role ${role}`);
}, 120_000);

test('a restore lists a read-only document store before it deletes anything', async () => {
  const mongo = await startSecuredMongo(async admin => {
    const connection = await mongoose.createConnection(admin).asPromise();
    const roles = [{ role: 'read', db: 'content' }];
    await connection.db?.command({ createUser: login.user, pwd: login.password, roles });
    await connection.close();
  });
  const mongoUrl = `${mongo.url}&authSource=admin&tls=true&tlsCAFile=${mongo.certificates.ca}`;
  await expectRefused(
    { ...filled, mongoUrl },
    /Nothing was changed.*insert on content; .*createIndex on content; .*dropCollection on content/,
  );
  await mongo.stop();
}, 120_000);

test('an unreachable bus is one sentence, and nothing changes', async () => {
  await expectRefused(
    { ...filled, bus: { ...filled.bus, brokers: ['127.0.0.1:1'] } },
    /Expected the event bus at/,
  );
}, 120_000);
