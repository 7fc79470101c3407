import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type BusOptions, kafkaClient, openBus } from '@closingwire/chassis/bus';
import { createLog } from '@closingwire/chassis/log';
import { OperatorError } from '../operator-error.ts';
import { dumpMessages } from './kafka-dump.ts';
import { loadMessages } from './kafka-load.ts';
import { endsOf, shapesOf, topicsOf } from './kafka-state.ts';

export type Carry = {
  bus: Omit<BusOptions, 'topicPrefix' | 'clientId' | 'log'>;
  /** Topic names without the prefix; missing topics are skipped. */
  topics: readonly string[];
  from: string;
  to: string;
  until: Date;
};

/**
 * Copies messages up to a time to the topics of another prefix, which must not exist. Later messages stay in the old
 * topics, because Kafka cannot truncate the end of a topic. Returns the number of copied messages.
 */
export async function carryTopics({ bus: options, topics, from, to, until }: Carry): Promise<number> {
  const log = createLog('carry-topics', 'silent');
  const kafka = kafkaClient({ ...options, clientId: 'carry-topics', log });
  const bus = openBus({ ...options, topicPrefix: to, clientId: 'carry-topics', log });
  const admin = kafka.admin();
  await admin.connect();
  try {
    const existing = await topicsOf(admin);
    const taken = topics.filter(topic => existing.includes(`${to}${topic}`));
    if (taken.length > 0) {
      throw new OperatorError(`Expected no topics of the prefix '${to}'; there are ${taken.join(', ')}.`);
    }
    const names = topics.map(topic => `${from}${topic}`).filter(name => existing.includes(name));
    const unprefixed = (name: string) => name.slice(from.length);
    const { shapes: found } = await shapesOf(admin, { prefix: from, topics: names });
    const shapes = Object.entries(found).map(([name, shape]) => [unprefixed(name), shape]);
    const ends = await endsOf(admin, names);
    const lines = dumpMessages({
      ...{ kafka, admin, ends, rename: unprefixed, groupPrefix: from },
      onMessage: () => {},
    });
    async function* kept() {
      for await (const line of createInterface({ input: lines })) {
        const message = JSON.parse(line);
        if (Number(message.timestamp) > until.getTime()) continue;
        yield `${line}\n`;
      }
    }
    await bus.part.start();
    const state = { topics: Object.fromEntries(shapes), ends: {}, groups: {} };
    return await loadMessages(bus, state, Readable.from(kept()));
  } finally {
    await Promise.all([admin.disconnect(), bus.part.stop()]);
  }
}
