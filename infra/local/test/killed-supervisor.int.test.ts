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
let keeper: ChildProcess | undefined;

beforeEach(async () => {
  dir = await mkdtemp(`${tmpdir()}/killed-`);
});
afterEach(async () => {
  keeper?.kill('SIGKILL');
  await rm(dir, { recursive: true });
});

/** The program that a supervisor in another process runs. */
async function startKeeper(mode: 'bound' | 'unbound'): Promise<ProcessIdentity> {
  const script = fileURLToPath(new URL('keeper.ts', import.meta.url));
  const started = spawn(process.execPath, [script, dir, mode], { stdio: ['ignore', 'pipe', 'inherit'] });
  keeper = started;
  const [pid] = await once(createInterface(started.stdout), 'line');
  const program = identityOf(Number(pid));
  if (program === undefined) throw new Error(`expected process ${pid} to run`);
  return program;
}

async function killKeeper(): Promise<void> {
  keeper?.kill('SIGKILL');
  if (keeper) await once(keeper, 'exit');
}

test('what a supervisor runs ends when it is killed', async () => {
  const program = await startKeeper('bound');
  await killKeeper();
  expect(await poll(async () => !isRunning(program), { withinMs: 5_000 })).toBe(true);
});

test('the next supervisor ends what was left running', async () => {
  const program = await startKeeper('unbound');
  await killKeeper();
  expect(isRunning(program)).toBe(true);
  const next = await openSupervisor(dir);
  expect(isRunning(program)).toBe(false);
  await next.stop();
});

test('a second start leaves the first unharmed', async () => {
  const program = await startKeeper('unbound');
  await expect(openSupervisor(dir)).rejects.toThrow(`process ${keeper?.pid}`);
  expect(isRunning(program)).toBe(true);
  await killKeeper();
  await (await openSupervisor(dir)).stop();
});

test('a reused number is not taken for a leftover', async () => {
  const program = await startKeeper('unbound');
  expect(isRunning({ ...program, startedAt: '1' })).toBe(false);
  await killKeeper();
  await (await openSupervisor(dir)).stop();
});
