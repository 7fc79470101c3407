import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Child, runProgram } from '../../test/child.ts';
import { testBusOptions, until } from '../testing/testing.ts';

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
  // The span over which idleness is counted, not a wait for something to happen.
  await sleep(3_000);
  const started = (await timersOf(child)) - first;
  expect(await child.kill('SIGTERM')).toBe(0);
  expect(child.output()).not.toMatch(/Warning|partitioner/i);
  // Unpatched kafkajs starts one each millisecond.
  expect(started).toBeLessThan(300);
}, 40_000);
