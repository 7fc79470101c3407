import type { EachBatchPayload } from 'kafkajs';
import type { Bus } from '../kafka/bus.ts';
import { type TopicShape, withAdmin } from '../kafka/topics.ts';
import { backoffMs } from '../process/retry.ts';

/**
 * Finds out when a consumer that begins at the oldest message has handled everything that was in its topic at the start.
 * Without a broker it asks again until there is one. `onCaughtUp` is called once.
 */
export function catchUp(bus: Bus, shape: TopicShape, onCaughtUp: () => void) {
  const topic = bus.topicName(shape.topic);
  /** By partition, the last offset of the start. */
  let ends: Map<number, bigint> | undefined;
  const reached = new Map<number, bigint>();
  let isOver = false;

  function check(): void {
    const isCaughtUp = ends && [...ends].every(([partition, end]) => (reached.get(partition) ?? -1n) >= end);
    if (!isCaughtUp || isOver) return;
    isOver = true;
    onCaughtUp();
  }

  async function lookUpEnds(): Promise<void> {
    await bus.ensureTopics([shape]);
    const offsets = await withAdmin(bus, admin => admin.fetchTopicOffsets(topic));
    const filled = offsets.filter(({ low, high }) => BigInt(low) < BigInt(high));
    ends = new Map(filled.map(({ partition, high }) => [partition, BigInt(high) - 1n]));
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
    /** The same payload; what it resolves counts as handled. */
    watched: (payload: EachBatchPayload): EachBatchPayload => ({
      ...payload,
      resolveOffset(offset) {
        payload.resolveOffset(offset);
        reached.set(payload.batch.partition, BigInt(offset));
        check();
      },
    }),
  };
}
