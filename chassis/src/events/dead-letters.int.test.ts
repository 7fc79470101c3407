import { afterEach, expect, test } from 'vitest';
import { openTestBus, partsOfTest } from '../../test/bench-parts.ts';
import { thingChanged } from '../../test/thing-event.ts';
import { type Bus, shapeOf } from '../kafka/bus.ts';
import { withAdmin } from '../kafka/topics.ts';
import { newId } from '../process/ids.ts';
import { countDeadLetters, discardDeadLetters, listDeadLetters, replayDeadLetters } from './dead-letters.ts';
import { park } from './partition-fetch.ts';

const parts = partsOfTest();
afterEach(() => parts.stop());

const group = 'things';
const { topic } = thingChanged;

async function openWithLetters(keys: string[]): Promise<Bus> {
  const bus = openTestBus();
  await parts.start(bus.part);
  await bus.ensureTopics([shapeOf(thingChanged)]);
  await parkAll(bus, keys);
  return bus;
}

async function parkAll(bus: Bus, keys: string[]): Promise<void> {
  for (const key of keys) {
    const headers = { ce_id: Buffer.from(newId()) };
    const message = { key: Buffer.from(key), value: Buffer.from('{}'), headers };
    const failure = { group, topic, message: message as never, error: new Error(`bad ${key}`), tries: 5 };
    await park(bus, failure);
  }
}

const countOf = (bus: Bus) => withAdmin(bus, admin => countDeadLetters(admin, bus, group));
const keysOf = async (bus: Bus) => (await listDeadLetters(bus, group, 50)).letters.map(({ key }) => key);

test('letters are listed with their reasons, the oldest first', async () => {
  const bus = await openWithLetters(['a', 'b', 'c']);
  const { letters, total } = await listDeadLetters(bus, group, 2);
  expect(total).toBe(3);
  expect(letters).toMatchObject([
    { topic, key: 'a', error: 'Error: bad a', tries: 5 },
    { topic, key: 'b', error: 'Error: bad b', tries: 5 },
  ]);
  expect(await keysOf(bus)).toEqual(['a', 'b', 'c']);
}, 60_000);

test('letters newer than the decided ones stay', async () => {
  const bus = await openWithLetters(['a', 'b', 'c', 'd']);
  const { letters } = await listDeadLetters(bus, group, 50);
  const [first, second] = letters;
  expect(await discardDeadLetters(bus, group, first?.offset ?? 0n)).toBe(1);
  expect(await discardDeadLetters(bus, group, first?.offset ?? 0n)).toBe(0);
  expect(await keysOf(bus)).toEqual(['b', 'c', 'd']);
  expect(await replayDeadLetters(bus, group, second?.offset)).toBe(1);
  expect(await replayDeadLetters(bus, group, second?.offset)).toBe(0);
  await parkAll(bus, ['e']);
  expect(await keysOf(bus)).toEqual(['c', 'd', 'e']);
  expect(await countOf(bus)).toBe(3);
  expect(await replayDeadLetters(bus, group)).toBe(3);
  expect(await countOf(bus)).toBe(0);
}, 60_000);
