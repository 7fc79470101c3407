import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openTestBus, partsOfTest } from '../../test/bench-parts.ts';
import { type Child, runProgram } from '../../test/child.ts';
import { thingChanged } from '../../test/thing-event.ts';
import { newId } from '../process/ids.ts';
import { testBusOptions, until } from '../testing/testing.ts';
import { type Bus, shapeOf } from './bus.ts';
import { withAdmin } from './topics.ts';

const parts = partsOfTest();
afterEach(() => parts.stop());

const shape = shapeOf(thingChanged);
const things = (count: number) =>
  Array.from({ length: count }, () => ({ data: { id: newId(), version: 1 } }));

/** Creates the topic, and returns a bus that has not looked it up. */
async function busWithTopic(partitions: number): Promise<Bus> {
  const options = testBusOptions();
  const other = openTestBus(options);
  await other.ensureTopics([{ ...shape, partitions }]);
  const bus = openTestBus(options);
  await parts.start(bus.part);
  return bus;
}

const storedIn = (bus: Bus) =>
  withAdmin(bus, async admin => {
    const offsets = await admin.fetchTopicOffsets(bus.topicName(shape.topic));
    return offsets.map(({ high }) => Number(high)).toReversed();
  });

test('a topic with fewer partitions than declared gets every message', async () => {
  const bus = await busWithTopic(1);
  const partitionOf = await bus.partitionerOf(thingChanged);
  const messages = things(8).map(thing => ({ ...thing, partition: partitionOf(thing.data.id) }));
  await bus.send(thingChanged, messages);
  expect(await storedIn(bus)).toEqual([8]);
});

test('a message for a missing partition is refused', async () => {
  const bus = await busWithTopic(1);
  const [thing] = things(1);
  if (!thing) throw new Error('expected a thing');
  await expect(bus.send(thingChanged, [{ ...thing, partition: 1 }])).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringMatching(/expected a partition below 1, got 1; send again$/),
  });
  expect(await storedIn(bus)).toEqual([0]);
});

test('after a failed send the topic is looked up again', async () => {
  const bus = await busWithTopic(2);
  expect(
    new Set(
      things(50)
        .map(({ data }) => data.id)
        .map(await bus.partitionerOf(thingChanged)),
    ).size,
  ).toBe(2);
  const topic = bus.topicName(shape.topic);
  await withAdmin(bus, admin => admin.deleteTopics({ topics: [topic] }));
  await until(async () => !(await withAdmin(bus, admin => admin.listTopics())).includes(topic));
  const other = openTestBus({ brokers: testBusOptions().brokers, topicPrefix: bus.topicPrefix });
  await other.ensureTopics([{ ...shape, partitions: 1 }]);
  // With the partition count of the deleted topic, half of the messages would go to a missing partition.
  await until(() => bus.send(thingChanged, things(16)).then(() => true));
  expect((await storedIn(bus)).length).toBe(1);
  expect(
    new Set(
      things(50)
        .map(({ data }) => data.id)
        .map(await bus.partitionerOf(thingChanged)),
    ),
  ).toEqual(new Set([0]));
}, 60_000);

/** How many timers the process has started so far. */
async function timersOf(child: Child): Promise<number> {
  const before = child.output().length;
  child.process.kill('SIGUSR2');
  const line = await until(() =>
    child
      .output()
      .slice(before)
      .split('\n')
      .find(text => text.includes('"msg":"timers"') && text.endsWith('}')),
  );
  return JSON.parse(line).timers;
}

test('an idle consumer neither warns nor spins', async () => {
  const { brokers, topicPrefix } = testBusOptions();
  const child = runProgram('kafka-process.ts', [brokers.join(), topicPrefix]);
  await child.waitFor('"msg":"ready"');
  const first = await timersOf(child);
  // The time over which timers are counted, not a wait for an event.
  await sleep(3_000);
  const started = (await timersOf(child)) - first;
  expect(await child.kill('SIGTERM')).toBe(0);
  expect(child.output()).not.toMatch(/Warning|partitioner/i);
  // Unpatched kafkajs starts a timer each millisecond.
  expect(started).toBeLessThan(300);
}, 40_000);
