import { kafkaClient } from '@closingwire/chassis/bus';
import { createLog } from '@closingwire/chassis/log';
import { unfinishedRestore } from '@closingwire/chassis/migrate';
import { raw, sql } from '@closingwire/chassis/pg';
import { withDatabase } from '@closingwire/topology/addresses';
import pg from 'pg';
import { OperatorError, reasonsOf } from '../operator-error.ts';
import { onExisting, withClient } from './database-client.ts';
import { type Admin, connectAdmin, groupOffsets, type ProductBus, topicsOf } from './kafka-state.ts';
import { countDocuments, dropDocuments } from './mongo-copy.ts';
import type { Database } from './postgres-dump.ts';
import { emptyDatabase, tablesOf } from './postgres-tables.ts';
import type { LocatedStores } from './product-stores.ts';

export type PresentData = {
  /** Stores with data, as phrases; empty if all stores are empty. */
  found: string[];
  hasDatabases: boolean;
  /** Whether a restore began here and did not finish. */
  isUnfinished: boolean;
};

/** Checks every store and creates missing databases. Throws if a process of the product is connected. */
export async function lookAtData({ databases, bus, mongoUrl }: LocatedStores): Promise<PresentData> {
  const messages = await withBus(bus, admin => countMessages(admin, namesOf(bus)));
  const documents = Object.entries(await countDocuments(mongoUrl));
  const states = [];
  for (const database of databases) states.push(await lookAtDatabase(database));
  const full = states.filter(({ tables }) => tables > 0);
  return {
    found: [
      ...full.map(({ name, tables }) => `the database ${name} has ${tables} tables`),
      ...(messages > 0 ? [`the topics have ${messages} messages`] : []),
      ...documents.map(([name, count]) => `the collection ${name} has ${count} documents`),
    ],
    hasDatabases: full.length > 0,
    isUnfinished: states.some(({ isMarked }) => isMarked),
  };
}

async function lookAtDatabase({ name, url }: Database) {
  await createMissing(url);
  return withClient(url, 'restore', async client => {
    const others = await client.query<{ names: string | null }>(sql`
      select string_agg(distinct coalesce(nullif(application_name, ''), 'unnamed'), ', ') as names
      from pg_stat_activity where datname = current_database() and usename = current_user
        and pid <> pg_backend_pid() and backend_type = 'client backend'`);
    const names = others.rows[0]?.names;
    if (names) {
      throw new OperatorError(
        `Expected nothing to be connected to the database ${name}; connected: ${names}. Stop the product, then run the restore again.`,
      );
    }
    const mark = await client.query(sql`select to_regnamespace(${unfinishedRestore}) is not null as found`);
    return { name, tables: (await tablesOf(client)).length, isMarked: mark.rows[0]?.found === true };
  });
}

async function createMissing(url: string): Promise<void> {
  if (await onExisting(url, 'restore', async () => true)) return;
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  await withClient(withDatabase(url, 'postgres'), 'restore', client =>
    client.query(sql`create database ${raw(pg.escapeIdentifier(name))}`),
  ).catch(cause => {
    throw new OperatorError(
      `Expected the database ${name}; it could not be created: ${reasonsOf(cause)}. Create it, owned by this user.`,
      { cause },
    );
  });
}

/** Marks the databases as unfinished: processes do not start on them, and a second restore may start over. */
export async function markUnfinished(databases: readonly Database[]): Promise<void> {
  for (const { url } of databases) {
    await withClient(url, 'restore', client =>
      client.query(sql`create schema if not exists ${raw(unfinishedRestore)}`),
    );
  }
}

export async function markFinished(databases: readonly Database[]): Promise<void> {
  // In reverse order: while one mark remains, the restore can start over.
  for (const { url } of databases.toReversed()) {
    await withClient(url, 'restore', client =>
      client.query(sql`drop schema if exists ${raw(unfinishedRestore)}`),
    );
  }
}

/** Removes the product's data from all stores; other data on the servers stays. */
export async function removeData({ databases, bus, mongoUrl }: LocatedStores): Promise<void> {
  // Kafka comes first, because its rights cannot all be checked in advance.
  await withBus(bus, admin => removeTopics(admin, bus));
  await dropDocuments(mongoUrl);
  for (const { url } of databases) await withClient(url, 'restore', emptyDatabase);
}

const namesOf = ({ topicPrefix, topics }: ProductBus) => topics.map(topic => `${topicPrefix}${topic}`);

export async function withBus<T>(bus: ProductBus, work: (admin: Admin) => Promise<T>): Promise<T> {
  const log = createLog('restore', 'silent');
  const admin = kafkaClient({ ...bus, clientId: 'restore', log }).admin();
  try {
    await connectAdmin(admin, bus);
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

async function countMessages(admin: Admin, topics: readonly string[]): Promise<number> {
  const existing = (await topicsOf(admin)).filter(topic => topics.includes(topic));
  const counts = existing.map(topic => messagesIn(admin, topic));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

async function messagesIn(admin: Admin, topic: string): Promise<number> {
  const partitions = await admin.fetchTopicOffsets(topic);
  return partitions.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
}

/** Returns what a restore deletes on the bus. If the product may not create topics, empty ones stay and are filled. */
export async function removableData(
  admin: Admin,
  bus: ProductBus,
): Promise<{ topics: string[]; groups: string[] }> {
  const wanted = namesOf(bus);
  const groups = Object.keys(await groupOffsets(admin, { prefix: bus.topicPrefix, topics: wanted }));
  const existing = (await topicsOf(admin)).filter(topic => wanted.includes(topic));
  if (bus.topicPolicy?.mayCreate ?? true) return { topics: existing, groups };
  const counts = await Promise.all(existing.map(topic => messagesIn(admin, topic)));
  return { topics: existing.filter((_, at) => counts[at] !== 0), groups };
}

const DELETION_PATIENCE_MS = 30_000;

async function removeTopics(admin: Admin, bus: ProductBus): Promise<void> {
  const { topics, groups } = await removableData(admin, bus);
  if (groups.length > 0) await admin.deleteGroups(groups);
  const left = async () => (await topicsOf(admin)).filter(topic => topics.includes(topic));
  if (topics.length === 0) return;
  await admin.deleteTopics({ topics });
  const deadline = Date.now() + DELETION_PATIENCE_MS;
  while ((await left()).length > 0) {
    if (Date.now() > deadline) throw new Error(`expected the broker to delete ${topics.join(', ')}`);
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}
