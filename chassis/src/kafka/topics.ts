import type { Kafka } from 'kafkajs';
import { AppError } from '../process/app-error.ts';
import type { Log } from '../process/log.ts';

/** How a topic is made when it is not there yet. */
export type TopicShape = { topic: string; partitions: number; retentionHours: number };

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

/**
 * Creates missing topics, waits until each partition has a leader, and then knows their partition counts. Several
 * processes may do this at once. An existing topic keeps its partitions (ADR 42). Names are the broker's, prefix included.
 */
export function openTopics(
  kafka: Kafka,
  log: Log,
): {
  ensure(shapes: TopicShape[]): Promise<void>;
  /** How many partitions the broker gave each of these topics. Throws `unavailable` for a topic that is missing. */
  partitionsOf(topics: string[]): Promise<CountOf>;
  /** Makes the next call look these topics up again: after a failed send their partitions may be others. */
  forget(topics: Iterable<string>): void;
} {
  const partitions = new Map<string, number>();

  async function create(admin: Admin, shapes: TopicShape[]): Promise<void> {
    const topics = shapes.map(({ topic, partitions, retentionHours }) => ({
      topic,
      numPartitions: partitions,
      configEntries: [{ name: 'retention.ms', value: String(retentionHours * 3_600_000) }],
    }));
    // False when all exist; `waitForLeaders` can throw just after the broker's boot, so metadata is polled below.
    await admin.createTopics({ topics, waitForLeaders: false });
  }

  async function learn(admin: Admin, topics: string[]): Promise<boolean> {
    const { topics: found } = await admin.fetchTopicMetadata({ topics });
    if (found.some(topic => topic.partitions.length === 0)) return false;
    if (found.some(topic => topic.partitions.some(partition => partition.leader < 0))) return false;
    for (const topic of found) partitions.set(topic.name, topic.partitions.length);
    return topics.every(topic => partitions.has(topic));
  }

  /** The leader in the metadata may not serve the topic yet; a producer would give up on it after some seconds. */
  async function isServed(admin: Admin, names: string[]): Promise<boolean> {
    for (const name of names) await admin.fetchTopicOffsets(name);
    return true;
  }

  function logDifferences(shapes: TopicShape[]): void {
    for (const { topic, partitions: declared } of shapes) {
      const found = partitions.get(topic);
      if (found === declared) continue;
      log.warn(
        { topic, partitions: found, declared },
        'topic has other partitions than declared; using its own',
      );
    }
  }

  async function ensure(shapes: TopicShape[]): Promise<void> {
    const unknown = [...new Map(shapes.map(shape => [shape.topic, shape])).values()].filter(
      shape => !partitions.has(shape.topic),
    );
    if (unknown.length === 0) return;
    await withAdmin({ kafka }, async admin => {
      const names = unknown.map(shape => shape.topic);
      const before = new Set(await admin.listTopics());
      await create(admin, unknown);
      const fresh = names.filter(name => !before.has(name));
      const isReady = async () => (await learn(admin, names)) && isServed(admin, fresh);
      const deadline = Date.now() + LEADER_DEADLINE_MS;
      while (!(await isReady().catch(() => false))) {
        if (Date.now() > deadline) {
          throw noLeader(names);
        }
        await new Promise(resolve => setTimeout(resolve, POLL_MS));
      }
    });
    logDifferences(unknown);
  }

  const noLeader = (topics: string[]) =>
    new AppError('unavailable', 'bus_unavailable', `No leader for topics ${topics.join(', ')}`);

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
