import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Child, runProgram } from '../test/child.ts';
import { testBusOptions, until } from './testing.ts';

/** CPU milliseconds that the process has used. */
async function cpuMs(child: Child): Promise<number> {
  const before = child.output().length;
  child.process.kill('SIGUSR2');
  const line = await until(() =>
    child
      .output()
      .slice(before)
      .split('\n')
      .find(text => text.includes('"msg":"cpu"') && text.endsWith('}')),
  );
  const { user, system } = JSON.parse(line).cpu;
  return (user + system) / 1_000;
}

test('an idle consumer neither warns nor spins', async () => {
  const { brokers, topicPrefix } = testBusOptions();
  const child = runProgram('kafka-process.ts', [brokers.join(), topicPrefix]);
  await child.waitFor('"msg":"ready"');
  const first = await cpuMs(child);
  const WINDOW_MS = 3_000;
  // The span over which idleness is measured, not a wait for something to happen.
  await sleep(WINDOW_MS);
  const share = ((await cpuMs(child)) - first) / WINDOW_MS;
  expect(await child.kill('SIGTERM')).toBe(0);
  expect(child.output()).not.toMatch(/Warning|partitioner/i);
  // The one-millisecond timers of unpatched kafkajs cost from 0.04 upwards.
  expect(share).toBeLessThan(0.03);
}, 40_000);
