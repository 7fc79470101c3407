import { openBus } from '@closingwire/chassis/bus';
import { rawConsumer } from '@closingwire/chassis/consume';
import { createLog } from '@closingwire/chassis/log';
import type { Part } from '@closingwire/chassis/part';
import {
  sessionRevoked,
  userDeleted,
  userRegistered,
  userReinstated,
  userSuspended,
  userUpdated,
} from '@closingwire/contracts/auth';

export type Heard = { topic: string; data: Record<string, unknown> };

/** Writes down every event of users and sessions that arrives on the bus. */
export function hearEvents(options: { brokers: string[]; topicPrefix: string }): Part & { heard: Heard[] } {
  const heard: Heard[] = [];
  const log = createLog('listener', 'silent');
  const bus = openBus({ ...options, clientId: 'listener', log });
  const events = [
    userRegistered,
    userUpdated,
    userSuspended,
    userReinstated,
    userDeleted,
    sessionRevoked,
  ] as const;
  const parts: Part[] = [
    bus.part,
    ...events.map(event =>
      rawConsumer({
        group: `${options.topicPrefix}listener-${event.topic}`,
        event,
        bus,
        log,
        onBatch: async messages => {
          for (const { data } of messages) heard.push({ topic: event.topic, data });
        },
      }),
    ),
  ];
  return {
    name: 'listener',
    heard,
    async start() {
      for (const part of parts) await part.start();
    },
    async stop() {
      for (const part of parts.toReversed()) await part.stop();
    },
  };
}
