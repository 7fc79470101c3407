import { setTimeout as pause } from 'node:timers/promises';
import { openBus } from '@closingwire/chassis/bus';
import { consumer, idempotent, type Received } from '@closingwire/chassis/consume';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { testBusOptions, until } from '@closingwire/chassis/testing';
import { defineEvent } from '@closingwire/contracts/event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { carryTopics } from '../src/backup/carry-topics.ts';

const log = createLog('test', 'silent');
const thingMade = defineEvent('thing.made', {
  ...{ by: 'catalog', summary: 'A thing', partitions: 3 },
  data: z.object({ id: z.uuid(), n: z.int() }),
  key: ({ n }) => String(n % 7),
});
const [old, next] = [testBusOptions(), testBusOptions()];
const buses = [old, next].map(options => openBus({ ...options, clientId: 'test', log }));
const [oldBus, nextBus] = buses as [(typeof buses)[number], (typeof buses)[number]];
const carry = (time: Date) =>
  carryTopics({
    ...{ bus: { brokers: old.brokers }, topics: [thingMade.topic, 'never.made'], until: time },
    ...{ from: old.topicPrefix, to: next.topicPrefix },
  });

beforeAll(async () => {
  for (const bus of buses) await bus.part.start();
});
afterAll(async () => {
  for (const bus of buses) await bus.part.stop();
});

const send = (numbers: number[]) =>
  oldBus.send(
    thingMade,
    numbers.map(n => ({ data: { id: newId(), n } })),
  );

test('messages up to a time are copied once, in order', async () => {
  const before = Array.from({ length: 40 }, (_, index) => index);
  // One at a time: a topic made just now may take a batch in part, and then all of it again.
  for (const n of before) await send([n]);
  await pause(5);
  const time = new Date();
  await pause(5);
  await send([100, 101, 102]);
  expect(await carry(time)).toBe(before.length);

  const seen: Received<typeof thingMade>[] = [];
  const handlers = [idempotent(thingMade, async messages => void seen.push(...messages))];
  const running = consumer({ group: 'reader', handlers, bus: nextBus, log });
  await running.start();
  await until(() => seen.length >= before.length);
  await nextBus.send(thingMade, [{ data: { id: newId(), n: 200 } }]);
  await until(() => seen.some(({ data }) => data.n === 200));
  await running.stop();
  expect(seen.map(({ data }) => data.n).toSorted((a, b) => a - b)).toEqual([...before, 200]);
  for (const messages of Map.groupBy(seen, ({ key }) => key).values()) {
    const numbers = messages.map(({ data }) => data.n);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  }
});

test('existing topics get no messages', async () => {
  await expect(carry(new Date())).rejects.toThrow(
    `Expected no topics of the prefix '${next.topicPrefix}'; there are ${thingMade.topic}`,
  );
});
