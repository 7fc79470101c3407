import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openTestBus, partsOfTest } from '../../test/bench-parts.ts';
import { runProgram } from '../../test/child.ts';
import { thingChanged } from '../../test/thing-event.ts';
import { newId } from '../process/ids.ts';
import { testBusOptions } from '../testing/testing.ts';
import { isBrokerTrouble } from './poll-loop.ts';

const parts = partsOfTest();
afterEach(() => parts.stop());

test('a crash by our own fault ends the process', async () => {
  const options = testBusOptions();
  const bus = openTestBus(options);
  await parts.start(bus.part);
  await bus.send(thingChanged, [{ data: { id: newId(), version: 1 } }]);
  const child = runProgram('crash-process.ts', ['crash', options.brokers.join(), options.topicPrefix]);
  expect(await child.ended).toBe(1);
  expect(child.output()).toContain('consumer crashed');
});

test('a stalled consumer ends the process', async () => {
  const { brokers, topicPrefix } = testBusOptions();
  const child = runProgram('crash-process.ts', ['stall', brokers.join(), topicPrefix]);
  expect(await child.ended).toBe(1);
  expect(child.output()).toContain('consumer stopped polling');
});

test('the time that a process is suspended is no stall', async () => {
  const { brokers, topicPrefix } = testBusOptions();
  const child = runProgram('crash-process.ts', ['stall', brokers.join(), topicPrefix, '3600']);
  await child.waitFor('"msg":"ready"');
  child.process.kill('SIGSTOP');
  await sleep(4_000);
  child.process.kill('SIGCONT');
  await sleep(700);
  expect(child.output()).not.toContain('consumer stopped polling');
  expect(await child.ended).toBe(1);
});

test('a broker that is away ends no process', async () => {
  const child = runProgram('crash-process.ts', ['stall', '127.0.0.1:9', 'x']);
  await child.waitFor('"msg":"ready"');
  // Several times the span after which silence would count as a stall.
  await sleep(5_000);
  expect(await child.kill('SIGTERM')).toBe(0);
});

const kafkaError = (name: string, extra = {}) => Object.assign(new Error('x'), { name, ...extra });

test('only errors of the broker count as its own', () => {
  expect(isBrokerTrouble(kafkaError('KafkaJSConnectionError'))).toBe(true);
  expect(isBrokerTrouble(kafkaError('KafkaJSProtocolError', { retriable: true }))).toBe(true);
  const exhausted = (cause: Error) => kafkaError('KafkaJSNumberOfRetriesExceeded', { cause });
  expect(isBrokerTrouble(exhausted(kafkaError('KafkaJSConnectionClosedError')))).toBe(true);
  expect(isBrokerTrouble(exhausted(new TypeError('bug')))).toBe(false);
  expect(isBrokerTrouble(kafkaError('KafkaJSNonRetriableError'))).toBe(false);
});
