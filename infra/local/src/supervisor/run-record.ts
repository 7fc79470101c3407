import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { poll } from '../poll.ts';
import { PlatformError } from '../terminal.ts';

/** A PID can be reused; with its start time it identifies one process. */
export type ProcessIdentity = { pid: number; startedAt: string };

/** Returns a running process's identity; undefined if it has ended (or is a zombie). */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  return identityOf(pid)?.startedAt === startedAt;
}

/** Returns the running child processes; Linux only. */
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
    // The command, in parentheses, may contain spaces. Field 3 is the state, field 22 the start time in clock ticks.
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

/** The processes of a folder, on disk: the next start distinguishes a live run from the remains of a killed one. */
export type RunRecord = { add(name: string, pid: number): void; release(): void };

/** Makes this process the folder's only supervisor. Throws if another one runs; ends processes that a killed one left. */
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

/** Returns the folder's running supervisor. */
export function runningSupervisor(dir: string): ProcessIdentity | undefined {
  const run = readRun(`${dir}/run.json`);
  return run !== undefined && isRunning(run.supervisor) ? run.supervisor : undefined;
}

/** Returns the folder's running processes by name. */
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

/** Ends processes: sends SIGTERM, then SIGKILL. */
export async function endProcesses(processes: readonly ProcessIdentity[]): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const left = processes.filter(isRunning);
    for (const { pid } of left) endIfThere(pid, signal);
    await poll(async () => !left.some(isRunning), { withinMs: 6_000 });
  }
}

/** It may have exited already. */
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

/** link(2) is atomic and never replaces a file. */
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

/** On a full disk, the file keeps the earlier record. Processes still end with the supervisor. */
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
