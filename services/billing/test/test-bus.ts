import { openBus } from '@closingwire/chassis/bus';
import { rawConsumer } from '@closingwire/chassis/consume';
import { createLog } from '@closingwire/chassis/log';
import type { Part } from '@closingwire/chassis/part';
import { until } from '@closingwire/chassis/testing';
import { allEvents } from '@closingwire/contracts/api';
import type { EventData, EventDeclaration } from '@closingwire/contracts/event';

const events: EventDeclaration[] = (allEvents as unknown as EventDeclaration[]).filter(
  ({ by }) => by === 'billing',
);

type Heard = { event: EventDeclaration; data: unknown; key: string };

/** Listens to all that billing says, and says what the others would. */
export function openTestBus(options: { brokers: string[]; topicPrefix: string }) {
  const heard: Heard[] = [];
  const log = createLog('ear', 'fatal');
  const bus = openBus({ ...options, clientId: 'ear', log });
  const listeners = events.map(event =>
    rawConsumer({
      group: `${options.topicPrefix}ear-${event.topic}`,
      event,
      bus,
      log,
      onBatch: async messages => {
        for (const { data, key } of messages) heard.push({ event, data, key });
      },
    }),
  );
  const parts: Part[] = [bus.part, ...listeners];

  /** The data of an event as often as it was heard of this key so far. */
  function receivedOf<E extends EventDeclaration>(event: E, key: string): EventData<E>[] {
    return heard
      .filter(each => each.event === event && each.key === key)
      .map(({ data }) => event.data.parse(data) as EventData<E>);
  }

  return {
    receivedOf,
    /** All data of an event of this key, once it was heard at least `count` times. */
    hear: <E extends EventDeclaration>(event: E, key: string, count = 1) =>
      until(() => {
        const found = receivedOf(event, key);
        return found.length >= count ? found : undefined;
      }),
    /** Publishes; the same `id` twice is one event delivered twice. */
    say: <E extends EventDeclaration>(event: E, data: EventData<E>, id?: string) =>
      bus.send(event, [{ data, ...(id !== undefined && { id }) }]),
    async start() {
      await Promise.all(parts.map(part => part.start()));
    },
    async stop() {
      for (const part of parts.toReversed()) await part.stop();
    },
  };
}
