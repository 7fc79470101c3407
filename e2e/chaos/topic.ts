import { kafkaClient } from '@closingwire/chassis/bus';
import { createLog } from '@closingwire/chassis/log';
import type { EventData, EventDeclaration } from '@closingwire/contracts/event';
import type { WholeAddresses } from '../platform/whole-addresses.ts';

/** Returns a topic's events, each ID once. */
export async function eventsOf<E extends EventDeclaration>(
  { kafkaBrokers }: WholeAddresses,
  event: E,
): Promise<EventData<E>[]> {
  const log = createLog('look', 'silent');
  const kafka = kafkaClient({ brokers: kafkaBrokers.split(','), clientId: 'look', log });
  const admin = kafka.admin();
  await admin.connect();
  const ends = new Map(
    (await admin.fetchTopicOffsets(event.topic)).map(({ partition, high }) => [partition, Number(high)]),
  );
  const groupId = `look-${crypto.randomUUID()}`;
  const consumer = kafka.consumer({ groupId });
  const events = new Map<string, EventData<E>>();
  try {
    await consumer.connect();
    await consumer.subscribe({ topic: event.topic, fromBeginning: true });
    await new Promise<void>(resolve => {
      const open = new Set([...ends].filter(([, end]) => end > 0).map(([partition]) => partition));
      if (open.size === 0) resolve();
      void consumer.run({
        eachMessage: async ({ partition, message }) => {
          const id = message.headers?.ce_id;
          // A message without an ID is not an event: a test sends one to have it parked.
          if (id !== undefined) {
            events.set(String(id), event.data.parse(JSON.parse(String(message.value))) as EventData<E>);
          }
          if (Number(message.offset) + 1 >= (ends.get(partition) ?? 0)) open.delete(partition);
          if (open.size === 0) resolve();
        },
      });
    });
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => {});
    await admin.disconnect();
  }
  return [...events.values()];
}
