import type { Admin, Kafka } from 'kafkajs';
import { AppError } from '../process/app-error.ts';

/** How a topic is made when it is not there yet. */
export type TopicShape = { topic: string; partitions: number; retentionHours: number };

const LEADER_DEADLINE_MS = 15_000;
const POLL_MS = 50;

/**
 * Makes topics that are missing and waits until each partition has a leader; then knows their partition
 * counts. Safe when several processes do it at once. Names are the broker's, prefix included.
 */
export function openTopics(kafka: Kafka): {
  ensure(shapes: TopicShape[]): Promise<void>;
  partitionsOf(topic: string): number | undefined;
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
    if (found.some(topic => topic.partitions.some(partition => partition.leader < 0))) return false;
    for (const topic of found) partitions.set(topic.name, topic.partitions.length);
    return topics.every(topic => partitions.has(topic));
  }

  /** The leader in the metadata may not serve the topic yet; a producer would give up on it after some seconds. */
  async function isServed(admin: Admin, names: string[]): Promise<boolean> {
    for (const name of names) await admin.fetchTopicOffsets(name);
    return true;
  }

  async function ensure(shapes: TopicShape[]): Promise<void> {
    const unknown = [...new Map(shapes.map(shape => [shape.topic, shape])).values()].filter(
      shape => !partitions.has(shape.topic),
    );
    if (unknown.length === 0) return;
    const admin = kafka.admin();
    await admin.connect();
    try {
      const names = unknown.map(shape => shape.topic);
      const before = new Set(await admin.listTopics());
      await create(admin, unknown);
      const fresh = names.filter(name => !before.has(name));
      const isReady = async () => (await learn(admin, names)) && isServed(admin, fresh);
      const deadline = Date.now() + LEADER_DEADLINE_MS;
      while (!(await isReady().catch(() => false))) {
        if (Date.now() > deadline) {
          throw new AppError('unavailable', 'bus_unavailable', `No leader for topics ${names.join(', ')}`);
        }
        await new Promise(resolve => setTimeout(resolve, POLL_MS));
      }
    } finally {
      await admin.disconnect().catch(() => {});
    }
  }

  return { ensure, partitionsOf: topic => partitions.get(topic) };
}
