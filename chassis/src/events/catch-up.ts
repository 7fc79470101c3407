import type { EachBatchPayload } from 'kafkajs';
import type { Bus } from '../kafka/bus.ts';
import { type TopicShape, withAdmin } from '../kafka/topics.ts';
import { backoffMs } from '../process/retry.ts';

/**
 * Calls `onCaughtUp` once, when a consumer that begins at the oldest message has handled everything that was in its topics
 * at the start. Looks the topics up again until there is a broker.
 */
export function catchUp(bus: Bus, shapes: TopicShape[], onCaughtUp: () => void) {
  /** The last offset at the start, by topic and partition. */
  let ends: Map<string, bigint> | undefined;
  const reached = new Map<string, bigint>();
  let isOver = false;

  function check(): void {
    const isCaughtUp = ends && [...ends].every(([name, end]) => (reached.get(name) ?? -1n) >= end);
    if (!isCaughtUp || isOver) return;
    isOver = true;
    onCaughtUp();
  }

  async function lookUpEnds(): Promise<void> {
    await bus.ensureTopics(shapes);
    const found = new Map<string, bigint>();
    await withAdmin(bus, async admin => {
      for (const topic of shapes.map(shape => bus.topicName(shape.topic))) {
        for (const { partition, low, high } of await admin.fetchTopicOffsets(topic))
          if (BigInt(low) < BigInt(high)) found.set(nameOf(topic, partition), BigInt(high) - 1n);
      }
    });
    ends = found;
  }

  return {
    async start(): Promise<void> {
      for (let attempt = 0; !ends && !isOver; attempt++) {
        await lookUpEnds().catch(
          () => new Promise(resolve => setTimeout(resolve, backoffMs(attempt)).unref()),
        );
      }
      check();
    },
    stop() {
      isOver = true;
    },
    /** The same payload; offsets that it resolves count as handled. */
    watched: (payload: EachBatchPayload): EachBatchPayload => ({
      ...payload,
      resolveOffset(offset) {
        payload.resolveOffset(offset);
        reached.set(nameOf(payload.batch.topic, payload.batch.partition), BigInt(offset));
        check();
      },
    }),
  };
}

const nameOf = (topic: string, partition: number) => `${topic}/${partition}`;
