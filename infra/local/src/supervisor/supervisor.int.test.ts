import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort, isListening } from '../ports/free-port.ts';
import { dieWithParent, type Program } from './program.ts';
import { identityOf, isRunning } from './run-record.ts';
import type { ProgramEvent } from './supervised.ts';
import { openSupervisor, type Supervisor } from './supervisor.ts';

let dir: string;
let supervisor: Supervisor;
let events: ProgramEvent[];

beforeEach(async () => {
  dir = await mkdtemp(`${tmpdir()}/supervisor-`);
  await mkdir(`${dir}/log`);
  events = [];
  supervisor = await openSupervisor(dir, event => events.push(event));
});

afterEach(async () => {
  await supervisor.stop();
  await rm(dir, { recursive: true });
});

async function listener(name: string): Promise<Program> {
  const port = await freePort();
  const script = `require('net').createServer().listen(${port}, '127.0.0.1')`;
  return {
    name,
    command: dieWithParent([process.execPath, '-e', script], 'SIGTERM'),
    logFile: `${dir}/log/${name}.log`,
    remedy: 'Buy another.',
    stopSignal: 'SIGTERM',
    stopWithinMs: 2_000,
    readyWithinMs: 10_000,
    isReady: () => isListening(port),
  };
}

test('a killed process comes back by itself', async () => {
  await supervisor.start([await listener('one')]);
  const one = supervisor.process('one');
  const before = one.pid;
  await one.kill('SIGKILL');
  await one.untilReady();
  expect(one.pid).not.toBe(before);
  expect(events.map(({ kind }) => kind)).toEqual(['spawned', 'ready', 'crashed', 'spawned', 'ready']);
});

test('the pause before a restart doubles each time', async () => {
  const broken: Program = {
    ...(await listener('broken')),
    command: [process.execPath, '-e', 'process.exit(3)'],
  };
  await expect(supervisor.start([broken])).rejects.toThrow(
    'broken did not come up: it ended with code 3. Buy another.',
  );
  const pauses = events.flatMap(event => (event.kind === 'crashed' ? [event.againInMs] : []));
  expect(pauses.slice(0, 4)).toEqual([200, 400, 800, 1_600]);
});

test('a process that does not start shows its last log lines', async () => {
  const script = 'console.error("no licence"); setInterval(() => {}, 1000)';
  const command = [process.execPath, '-e', script] as const;
  const silent: Program = { ...(await listener('silent')), command, readyWithinMs: 1_000 };
  await expect(supervisor.start([silent])).rejects.toThrow(
    /it is not ready after 1 s\. Buy another\..*silent\.log[\s\S]*no licence/,
  );
});

test('a second supervisor of the folder is refused', async () => {
  await supervisor.start([await listener('one')]);
  await expect(openSupervisor(dir)).rejects.toThrow(`already runs from ${dir} (process ${process.pid})`);
  expect(supervisor.process('one').pid).toBeTypeOf('number');
});

test('stopping leaves nothing running', async () => {
  await supervisor.start([await listener('one')]);
  await supervisor.start([await listener('two')]);
  const pids = supervisor.processes.flatMap(({ pid }) => identityOf(pid ?? 0) ?? []);
  await supervisor.stop();
  expect(pids).toHaveLength(2);
  expect(pids.filter(isRunning)).toEqual([]);
});
