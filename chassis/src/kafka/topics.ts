import type { Kafka } from 'kafkajs';
import { AppError } from '../process/app-error.ts';
import type { Log } from '../process/log.ts';
import { explainedCreation, isRefusedCreation, missingTopics, reporter } from './missing-topics.ts';

/** How to create a topic. */
export type TopicShape = {
  topic: string;
  partitions: number;
  retentionHours: number;
  /** True for topics of events: KAFKA_PARTITIONS replaces their `partitions`. */
  isDeclared?: boolean;
};

/** A topic with its prefix and the cluster's settings. */
export type BrokerTopic = Omit<TopicShape, 'isDeclared'> & { replicationFactor?: number | undefined };

/** An operator's settings of topics that the product creates. */
export type TopicPolicy = {
  replicationFactor?: number | undefined;
  partitions?: number | undefined;
  mayCreate?: boolean | undefined;
};

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

/** Runs `work` with an admin client and disconnects it. */
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
  // `waitForLeaders` can throw just after the broker's start; `ensure` polls the metadata instead.
  await admin.createTopics({ topics, waitForLeaders: false });
}

/** Throws while a leader of the metadata does not serve its topic yet. */
async function isServed(admin: Admin, names: string[]): Promise<boolean> {
  for (const name of names) await admin.fetchTopicOffsets(name);
  return true;
}

const noLeader = (topics: string[]) =>
  new AppError('unavailable', 'bus_unavailable', `No leader for topics ${topics.join(', ')}`);

/**
 * Creates missing topics and waits until each partition has a leader; several processes can do so at once. An existing topic
 * keeps its partitions (ADR 42). If the product may not create topics, it logs the missing ones, and `ensure` throws
 * `unavailable` (ADR 48).
 */
export function openTopics(
  kafka: Kafka,
  log: Log,
  { mayCreate = true }: TopicPolicy = {},
): {
  ensure(topics: BrokerTopic[]): Promise<void>;
  /**
   * Resolves to a function that returns a topic's partition count. Throws `unavailable` if a topic has no leader or
   * does not exist.
   */
  partitionsOf(topics: string[]): Promise<CountOf>;
  /** Looks the topics up again in the next call: after a failed send their partitions may differ. */
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
        'topic has other partitions than declared; using the topic as it is',
      );
    }
  }

  /** Returns the names of the created topics. */
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
    // Copies the counts, so that a later `forget` does not remove topics from the returned function.
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
  /** The partitions that the product would create. */
  declared: number;
  /** The partitions of the broker's topic; undefined if it is missing. */
  found: number | undefined;
};

/** Returns the topics that are missing or have another number of partitions. */
export async function topicDifferences(
  bus: { kafka: Kafka; brokerTopic(shape: TopicShape): BrokerTopic },
  shapes: readonly TopicShape[],
): Promise<TopicDifference[]> {
  const wanted = shapes.map(shape => bus.brokerTopic(shape));
  const counts = await withAdmin(bus, async admin => {
    const existing = new Set(await admin.listTopics());
    const topics = wanted.map(({ topic }) => topic).filter(topic => existing.has(topic));
    // Without names, the broker would list every topic.
    const found = topics.length > 0 ? (await admin.fetchTopicMetadata({ topics })).topics : [];
    return new Map(found.map(({ name, partitions }) => [name, partitions.length]));
  });
  return wanted
    .map(({ topic, partitions: declared }) => ({ topic, declared, found: counts.get(topic) }))
    .filter(({ declared, found }) => declared !== found);
}
