import type { Kafka } from 'kafkajs';
import { AppError } from '../process/app-error.ts';
import type { Log } from '../process/log.ts';
import { explainedCreation, isRefusedCreation, missingTopics, reporter } from './missing-topics.ts';

/** How a topic is made when it is not there yet. */
export type TopicShape = {
  topic: string;
  partitions: number;
  retentionHours: number;
  /** Whether `partitions` is what an event declares, so that KAFKA_PARTITIONS replaces it. */
  isDeclared?: boolean;
};

/** A topic as the broker should have it: its name has the prefix, and the settings of the cluster count. */
export type BrokerTopic = Omit<TopicShape, 'isDeclared'> & { replicationFactor?: number | undefined };

/** What an operator sets about topics that the product creates. */
export type TopicPolicy = {
  replicationFactor?: number | undefined;
  partitions?: number | undefined;
  mayCreate?: boolean | undefined;
};

/** The topic of a shape under these settings. */
export const brokerTopic = (
  { topic, partitions, retentionHours, isDeclared }: TopicShape,
  { topicPrefix, policy }: { topicPrefix: string; policy: TopicPolicy },
): BrokerTopic => ({
  topic: `${topicPrefix}${topic}`,
  partitions: (isDeclared && policy.partitions) || partitions,
  retentionHours,
  ...(policy.replicationFactor && { replicationFactor: policy.replicationFactor }),
});

export type Admin = ReturnType<Kafka['admin']>;

/** Lets `work` ask the broker about topics and groups, over one connection that is closed afterwards. */
export async function withAdmin<T>(
  { kafka }: { kafka: Kafka },
  work: (admin: Admin) => Promise<T>,
): Promise<T> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

/** Returns how many partitions a topic has. */
type CountOf = (topic: string) => number;

const LEADER_DEADLINE_MS = 15_000;
const POLL_MS = 50;

async function create(admin: Admin, wanted: BrokerTopic[]): Promise<void> {
  const topics = wanted.map(({ topic, partitions, retentionHours, replicationFactor }) => ({
    topic,
    numPartitions: partitions,
    ...(replicationFactor && { replicationFactor }),
    configEntries: [{ name: 'retention.ms', value: String(retentionHours * 3_600_000) }],
  }));
  // False when all exist; `waitForLeaders` can throw just after the broker's boot, so metadata is polled afterwards.
  await admin.createTopics({ topics, waitForLeaders: false });
}

/** The leader in the metadata may not serve the topic yet; a producer would give up on it after some seconds. */
async function isServed(admin: Admin, names: string[]): Promise<boolean> {
  for (const name of names) await admin.fetchTopicOffsets(name);
  return true;
}

const noLeader = (topics: string[]) =>
  new AppError('unavailable', 'bus_unavailable', `No leader for topics ${topics.join(', ')}`);

/**
 * Creates missing topics, waits until each partition has a leader, and then knows their partition counts. Several
 * processes may do this at once. An existing topic keeps its partitions (ADR 42). Where the product may not create
 * topics, missing ones are logged with how to create them, and `ensure` throws `unavailable` (ADR 48).
 */
export function openTopics(
  kafka: Kafka,
  log: Log,
  { mayCreate = true }: TopicPolicy = {},
): {
  ensure(topics: BrokerTopic[]): Promise<void>;
  /** How many partitions the broker gave each of these topics. Throws `unavailable` for a topic that is missing. */
  partitionsOf(topics: string[]): Promise<CountOf>;
  /** Makes the next call look these topics up again: after a failed send their partitions may be others. */
  forget(topics: Iterable<string>): void;
} {
  const partitions = new Map<string, number>();
  const report = reporter(log);

  async function learn(admin: Admin, topics: string[]): Promise<boolean> {
    const { topics: found } = await admin.fetchTopicMetadata({ topics });
    if (found.some(topic => topic.partitions.length === 0)) return false;
    if (found.some(topic => topic.partitions.some(partition => partition.leader < 0))) return false;
    for (const topic of found) partitions.set(topic.name, topic.partitions.length);
    return topics.every(topic => partitions.has(topic));
  }

  function logDifferences(wanted: BrokerTopic[]): void {
    for (const { topic, partitions: declared } of wanted) {
      const found = partitions.get(topic);
      if (found === declared) continue;
      log.warn(
        { topic, partitions: found, declared },
        'topic has other partitions than declared; using its own',
      );
    }
  }

  /** Creates those that the broker lacks and returns their names. */
  async function createMissing(admin: Admin, wanted: BrokerTopic[]): Promise<string[]> {
    const existing = new Set(await admin.listTopics());
    const missing = wanted.filter(({ topic }) => !existing.has(topic));
    if (missing.length === 0) return [];
    if (!mayCreate) throw missingTopics(missing, report);
    await create(admin, missing).catch(error => {
      throw isRefusedCreation(error) ? missingTopics(missing, report, error) : explainedCreation(error);
    });
    return missing.map(({ topic }) => topic);
  }

  async function ensure(wanted: BrokerTopic[]): Promise<void> {
    const unknown = [...new Map(wanted.map(one => [one.topic, one])).values()].filter(
      ({ topic }) => !partitions.has(topic),
    );
    if (unknown.length === 0) return;
    await withAdmin({ kafka }, async admin => {
      const names = unknown.map(({ topic }) => topic);
      const fresh = await createMissing(admin, unknown);
      const isReady = async () => (await learn(admin, names)) && isServed(admin, fresh);
      const deadline = Date.now() + LEADER_DEADLINE_MS;
      while (!(await isReady().catch(() => false))) {
        if (Date.now() > deadline) throw noLeader(names);
        await new Promise(resolve => setTimeout(resolve, POLL_MS));
      }
    });
    logDifferences(unknown);
  }

  async function partitionsOf(topics: string[]): Promise<CountOf> {
    const unknown = topics.filter(topic => !partitions.has(topic));
    if (unknown.length > 0) await withAdmin({ kafka }, admin => learn(admin, unknown));
    const missing = topics.filter(topic => !partitions.has(topic));
    if (missing.length > 0) throw noLeader(missing);
    // A copy, which `forget` does not change.
    const counts = new Map(partitions);
    return topic => {
      const count = counts.get(topic);
      if (count === undefined) throw noLeader([topic]);
      return count;
    };
  }

  return {
    ensure,
    partitionsOf,
    forget(topics) {
      for (const topic of topics) partitions.delete(topic);
    },
  };
}

export type TopicDifference = {
  topic: string;
  /** Partitions that the product would create. */
  declared: number;
  /** Partitions of the broker's topic; undefined where it has none of that name. */
  found: number | undefined;
};

/** The topics of these shapes that the broker lacks, or has with another number of partitions. */
export async function topicDifferences(
  bus: { kafka: Kafka; brokerTopic(shape: TopicShape): BrokerTopic },
  shapes: readonly TopicShape[],
): Promise<TopicDifference[]> {
  const wanted = shapes.map(shape => bus.brokerTopic(shape));
  const counts = await withAdmin(bus, async admin => {
    const existing = new Set(await admin.listTopics());
    const topics = wanted.map(({ topic }) => topic).filter(topic => existing.has(topic));
    // Without names the broker lists every topic of the cluster.
    const found = topics.length > 0 ? (await admin.fetchTopicMetadata({ topics })).topics : [];
    return new Map(found.map(({ name, partitions }) => [name, partitions.length]));
  });
  return wanted
    .map(({ topic, partitions: declared }) => ({ topic, declared, found: counts.get(topic) }))
    .filter(({ declared, found }) => declared !== found);
}
