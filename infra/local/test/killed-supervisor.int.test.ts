import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { poll } from '../src/poll.ts';
import { identityOf, isRunning, type ProcessIdentity } from '../src/supervisor/run-record.ts';
import { openSupervisor } from '../src/supervisor/supervisor.ts';

let dir: string;
let owner: ChildProcess | undefined;

beforeEach(async () => {
  dir = await mkdtemp(`${tmpdir()}/killed-`);
});
afterEach(async () => {
  owner?.kill('SIGKILL');
  await rm(dir, { recursive: true });
});

/** Starts a supervisor in another process and returns its program. */
async function startOwner(mode: 'bound' | 'unbound'): Promise<ProcessIdentity> {
  const script = fileURLToPath(new URL('owner.ts', import.meta.url));
  const started = spawn(process.execPath, [script, dir, mode], { stdio: ['ignore', 'pipe', 'inherit'] });
  owner = started;
  const [pid] = await once(createInterface(started.stdout), 'line');
  const program = identityOf(Number(pid));
  if (program === undefined) throw new Error(`expected process ${pid} to run`);
  return program;
}

async function killOwner(): Promise<void> {
  owner?.kill('SIGKILL');
  if (owner) await once(owner, 'exit');
}

test('processes end when their supervisor is killed', async () => {
  const program = await startOwner('bound');
  await killOwner();
  expect(await poll(async () => !isRunning(program), { withinMs: 5_000 })).toBe(true);
});

test('the next supervisor ends leftover processes', async () => {
  const program = await startOwner('unbound');
  await killOwner();
  expect(isRunning(program)).toBe(true);
  const next = await openSupervisor(dir);
  expect(isRunning(program)).toBe(false);
  await next.stop();
});

test('a second start does not affect the first', async () => {
  const program = await startOwner('unbound');
  await expect(openSupervisor(dir)).rejects.toThrow(`process ${owner?.pid}`);
  expect(isRunning(program)).toBe(true);
  await killOwner();
  await (await openSupervisor(dir)).stop();
});

test('a reused PID is not a leftover', async () => {
  const program = await startOwner('unbound');
  expect(isRunning({ ...program, startedAt: '1' })).toBe(false);
  await killOwner();
  await (await openSupervisor(dir)).stop();
});
