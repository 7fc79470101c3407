import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localDirectory } from '../root.ts';
import { openSupervisor, type Supervisor } from '../supervisor/supervisor.ts';
import { startPrometheus } from './prometheus.ts';

let dir: string;
let supervisor: Supervisor;

beforeEach(async () => {
  await mkdir(localDirectory, { recursive: true });
  dir = await mkdtemp(`${localDirectory}/test-`);
  supervisor = await openSupervisor(dir);
});
afterEach(async () => {
  await supervisor.stop();
  await rm(dir, { recursive: true, force: true });
});

test('a start without Prometheus succeeds', async () => {
  const options = { port: 1, processes: [], binary: 'no-such-prometheus' };
  expect(await startPrometheus(supervisor, options)).toBeUndefined();
  expect(supervisor.processes).toEqual([]);
});
