import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { poll } from '../poll.ts';
import { PlatformError } from '../terminal.ts';

/** A pid alone may be reused by a stranger; together with its start time it names one process for ever. */
export type ProcessIdentity = { pid: number; startedAt: string };

/** The identity of a running process; undefined when there is none (a zombie counts as none). */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  return identityOf(pid)?.startedAt === startedAt;
}

/** The processes that this one started and that still run; on Linux alone. */
export function childrenOf(pid: number): ProcessIdentity[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const lists = threads.map(id => readFileSync(`/proc/${pid}/task/${id}/children`, 'utf8'));
    return lists.flatMap(list => list.split(' ').filter(Boolean)).flatMap(id => identityOf(Number(id)) ?? []);
  } catch {
    return [];
  }
}

function startOnLinux(pid: number): string | undefined {
  try {
    // The command, in parentheses, may hold spaces: state is field 3, start time (in clock ticks) field 22.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function startByPs(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

type Recorded = ProcessIdentity & { name: string };
type Run = { supervisor: ProcessIdentity; processes: Recorded[] };

/** What runs out of one folder, on disk, so that the next start can distinguish a run from what a killed run left. */
export type RunRecord = { add(name: string, pid: number): void; release(): void };

/**
 * Makes this process the only supervisor of the folder. Throws when another one lives; ends the processes
 * that a dead one left behind.
 */
export async function claimFolder(dir: string): Promise<RunRecord> {
  const file = `${dir}/run.json`;
  const me = identityOf(process.pid);
  if (me === undefined) throw new Error('expected to find the own process');
  const run: Run = { supervisor: me, processes: [] };
  mkdirSync(dir, { recursive: true });
  while (!isFirstToWrite(file, run)) await clearDeadRun(dir, file);
  return {
    add(name, pid) {
      const identity = identityOf(pid);
      if (identity === undefined) return;
      run.processes = [...run.processes.filter(other => other.name !== name), { ...identity, name }];
      rewriteRun(file, run);
    },
    release: () => rmSync(file, { force: true }),
  };
}

/** The supervisor that runs out of the folder now. */
export function runningSupervisor(dir: string): ProcessIdentity | undefined {
  const run = readRun(`${dir}/run.json`);
  return run !== undefined && isRunning(run.supervisor) ? run.supervisor : undefined;
}

/** What runs out of the folder now, by name. */
export function runningProcesses(dir: string): Map<string, ProcessIdentity> {
  const processes = readRun(`${dir}/run.json`)?.processes ?? [];
  return new Map(processes.filter(isRunning).map(({ name, ...identity }) => [name, identity]));
}

async function clearDeadRun(dir: string, file: string): Promise<void> {
  const before = readRun(file);
  if (before !== undefined && isRunning(before.supervisor)) {
    throw new PlatformError(
      `ClosingWire already runs from ${dir} (process ${before.supervisor.pid}). Stop that one first: Ctrl-C there, or \`make stop\`.`,
    );
  }
  await endProcesses(before?.processes ?? []);
  rmSync(file, { force: true });
}

/** Ends processes: asks them first, and kills those that stay. */
export async function endProcesses(processes: readonly ProcessIdentity[]): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const left = processes.filter(isRunning);
    for (const { pid } of left) endIfThere(pid, signal);
    await poll(async () => !left.some(isRunning), { withinMs: 6_000 });
  }
}

/** It may end by itself meanwhile. */
function endIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function readRun(file: string): Run | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A link appears whole or not at all, and never over another. */
function isFirstToWrite(file: string, run: Run): boolean {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, JSON.stringify(run, undefined, 2));
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(mine);
  }
}

/** On a full disk the record stays as it was: what runs goes on, and ends with the supervisor all the same. */
function rewriteRun(file: string, run: Run): void {
  try {
    writeRun(file, run);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

function writeRun(file: string, run: Run): void {
  writeFileSync(`${file}.new`, JSON.stringify(run, undefined, 2));
  renameSync(`${file}.new`, file);
}
