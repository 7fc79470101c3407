import type { KafkaMessage } from 'kafkajs';
import { headersOf } from './cloud-event.ts';
import type { Bus } from './kafka.ts';
import type { TopicShape } from './topics.ts';

const THIRTY_DAYS = 30 * 24;

/** The topic that holds what a consumer group gave up on. */
export const deadTopicOf = (group: string): TopicShape => ({
  topic: `${group}.dead`,
  partitions: 1,
  retentionHours: THIRTY_DAYS,
});

/** Puts a message into the group's dead topic, as it came, with the reason in its headers. */
export async function park(
  bus: Bus,
  failure: { group: string; topic: string; message: KafkaMessage; error: unknown; tries: number },
): Promise<void> {
  const { group, topic, message, error, tries } = failure;
  const shape = deadTopicOf(group);
  const headers = {
    ...headersOf(message),
    dead_topic: topic,
    dead_error: (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 1_000),
    dead_tries: String(tries),
    dead_at: new Date().toISOString(),
  };
  await bus.sendWire([{ topic: shape.topic, key: message.key, value: message.value, headers }], [shape]);
}
