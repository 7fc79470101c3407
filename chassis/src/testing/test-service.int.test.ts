import { expect, test } from 'vitest';
import { thingChanged } from '../../test/thing-event.ts';
import { newId } from '../process/ids.ts';
import { startParts, startTestBus, testClock, testSettings } from './test-service.ts';

test('the bus receives what it publishes, by event and key', async () => {
  const { topics, identity } = await testSettings('none', { store: 'none' });
  const bus = await startTestBus(topics, [thingChanged]);
  const [mine, other] = [newId(), newId()];
  await bus.publish(thingChanged, { id: other, version: 1 });
  await bus.publish(thingChanged, { id: mine, version: 1 });
  await bus.publish(thingChanged, { id: mine, version: 2 });
  const received = await bus.receive(thingChanged, mine, 2);
  expect(received.map(({ data }) => data.version)).toEqual([1, 2]);
  expect(bus.receivedOf(thingChanged, other)).toHaveLength(1);
  await bus.stop();
  await identity.close();
});

test('an event that the bus does not receive is a fault of the test', async () => {
  const { topics, identity } = await testSettings('none', { store: 'none' });
  const bus = await startTestBus(topics);
  expect(() => bus.receivedOf(thingChanged)).toThrow('thing.changed');
  await bus.stop();
  await identity.close();
});

test('parts stop in reverse, also when one does not start', async () => {
  const order: string[] = [];
  const part = (name: string, fails = false) => ({
    name,
    async start() {
      order.push(`start ${name}`);
      if (fails) throw new Error(`${name} does not start`);
    },
    async stop() {
      order.push(`stop ${name}`);
    },
  });
  await (await startParts([part('a'), part('b')]))();
  await expect(startParts([part('c'), part('d', true), part('e')])).rejects.toThrow('d does not start');
  expect(order).toEqual(['start a', 'start b', 'stop b', 'stop a', 'start c', 'start d', 'stop d', 'stop c']);
});

test('the clock runs on from where it was moved', () => {
  const clock = testClock();
  const before = clock.now().getTime();
  clock.advanceDays(2);
  expect(clock.now().getTime() - before).toBeGreaterThanOrEqual(2 * 86_400_000);
});
