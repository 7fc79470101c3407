import type { BusOptions, kafkaClient } from '@closingwire/chassis/bus';
import { committedOffsets } from '@closingwire/chassis/group-offsets';
import { z } from 'zod';
import { OperatorError, reasonsOf } from '../operator-error.ts';
import { neededTopics } from '../topics/needed-topics.ts';

export type Kafka = ReturnType<typeof kafkaClient>;
export type Admin = ReturnType<Kafka['admin']>;

/** The event bus and the product's topics on it, without the prefix. */
export type ProductBus = Omit<BusOptions, 'clientId' | 'log'> & { topics: readonly string[] };

export const connectAdmin = (admin: Admin, { brokers }: Pick<ProductBus, 'brokers'>) =>
  admin.connect().catch(cause => {
    throw new OperatorError(
      `Expected the event bus at ${brokers}; got: ${reasonsOf(cause)}. Compare KAFKA_BROKERS with the servers.`,
      { cause },
    );
  });

/** Offsets by topic and partition. */
const offsets = z.record(z.string(), z.record(z.string(), z.string()));
export type Offsets = z.output<typeof offsets>;

/** The state of the bus: its topics, the ends of partitions, and the offsets of consumer groups. */
export const kafkaStateSchema = z.object({
  topics: z.record(z.string(), z.object({ partitions: z.number(), retentionHours: z.number() })),
  ends: offsets,
  groups: z.record(z.string(), offsets),
});
export type KafkaState = z.output<typeof kafkaStateSchema>;

/**
 * The group ID of a process that makes a new group at each start, such as the gateway: its offsets are never used
 * again.
 */
const ownOfOneProcess = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isInternal = (topic: string) => topic.startsWith('__');

export const topicsOf = async (admin: Admin) => (await admin.listTopics()).filter(name => !isInternal(name));

/** Returns the current ends of the topics' partitions; a missing topic has none. */
export async function endsOf(admin: Admin, topics: readonly string[]): Promise<Offsets> {
  const existing = new Set(await topicsOf(admin));
  const wanted = topics.filter(topic => existing.has(topic));
  const ends = wanted.map(async topic => {
    const partitions = await admin.fetchTopicOffsets(topic);
    return [topic, Object.fromEntries(partitions.map(({ partition, high }) => [partition, high]))] as const;
  });
  return Object.fromEntries(await Promise.all(ends));
}

/** Topics by the broker's names, and their prefix. */
type Named = { prefix: string; topics: readonly string[] };

/**
 * Returns the next offset of each consumer group in these topics, without groups that last only as long as a process.
 * Groups and topics have the prefix, as on the broker.
 */
export async function groupOffsets(
  admin: Admin,
  { prefix, topics }: Named,
): Promise<Record<string, Offsets>> {
  const { groups } = await admin.listGroups();
  const lasting = groups
    .map(({ groupId }) => groupId)
    .filter(id => id.startsWith(prefix) && !ownOfOneProcess.test(id));
  const all = lasting.map(async groupId => [groupId, await offsetsOf(admin, { groupId, topics })] as const);
  const known = (await Promise.all(all)).filter(([, byTopic]) => Object.keys(byTopic).length > 0);
  return Object.fromEntries(known);
}

type Group = { groupId: string; topics: readonly string[] };

async function offsetsOf(admin: Admin, { groupId, topics: wanted }: Group): Promise<Offsets> {
  const topics = await committedOffsets(admin, { groupId });
  const own = topics.filter(({ topic }) => wanted.includes(topic));
  const known = own.map(({ topic, partitions }) => {
    const committed = partitions.filter(({ offset }) => Number(offset) >= 0);
    return [
      topic,
      Object.fromEntries(committed.map(({ partition, offset }) => [partition, offset])),
    ] as const;
  });
  return Object.fromEntries(known.filter(([, byPartition]) => Object.keys(byPartition).length > 0));
}

/** Renames topics and groups between the broker's names and the product's. */
export function renameKafkaState(
  { topics, ends, groups }: KafkaState,
  rename: (name: string) => string,
): KafkaState {
  const renamed = <T>(of: Record<string, T>) =>
    Object.fromEntries(Object.entries(of).map(([name, value]) => [rename(name), value]));
  return {
    topics: renamed(topics),
    ends: renamed(ends),
    groups: renamed(
      Object.fromEntries(Object.entries(groups).map(([id, byTopic]) => [id, renamed(byTopic)])),
    ),
  };
}

const HOUR_MS = 3_600_000;

const WEEK_HOURS = 168;

type Retention = { hoursOf: (topic: string) => number; source: 'read' | 'declared' };

/**
 * Returns the topics' settings for their re-creation, by the broker's names. If the user may not read them, the
 * product's declarations replace them.
 */
export async function shapesOf(
  admin: Admin,
  { prefix, topics }: Named,
): Promise<{ shapes: KafkaState['topics']; retention: Retention['source'] }> {
  if (topics.length === 0) return { shapes: {}, retention: 'read' };
  const { topics: described } = await admin.fetchTopicMetadata({ topics: [...topics] });
  const { hoursOf, source } = await retentionOf(admin, { prefix, topics });
  const shapes = described.map(({ name, partitions }) => [
    name,
    { partitions: partitions.length, retentionHours: hoursOf(name) },
  ]);
  return { shapes: Object.fromEntries(shapes), retention: source };
}

async function retentionOf(admin: Admin, { prefix, topics }: Named): Promise<Retention> {
  const declared = new Map(neededTopics.map(({ topic, retentionHours }) => [topic, retentionHours]));
  const declaredFor = (name: string) => declared.get(name.slice(prefix.length)) ?? WEEK_HOURS;
  try {
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: topics.map(name => ({ type: 2, name, configNames: ['retention.ms'] })),
    });
    const read = resources.map(
      ({ resourceName, configEntries: [entry] }) => [resourceName, Number(entry?.configValue)] as const,
    );
    const known = new Map(read.filter(([, ms]) => Number.isFinite(ms)));
    return {
      hoursOf: name => {
        const ms = known.get(name);
        return ms === undefined ? declaredFor(name) : ms / HOUR_MS;
      },
      source: known.size === topics.length ? 'read' : 'declared',
    };
  } catch (error) {
    if (!(error as { type?: string }).type?.endsWith('AUTHORIZATION_FAILED')) throw error;
    return { hoursOf: declaredFor, source: 'declared' };
  }
}
