import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { poll } from '../poll.ts';
import { PlatformError } from '../terminal.ts';
import { lastLines, readFrom, sizeOf } from './log-file.ts';
import type { Program } from './program.ts';

export type LastTry = {
  /** How the last try ended; undefined if it ran and never became ready. */
  lastEnd: string | undefined;
  /** Where the last try's output begins in the log, in bytes. */
  lastTryAt: number;
};

/** Explains why a program did not start: the failure, the remedy, the end of its log. */
function notUp({ name, logFile, readyWithinMs, remedy }: Program, { lastEnd, lastTryAt }: LastTry): string {
  const how = lastEnd ?? `is not ready after ${readyWithinMs / 1_000} s`;
  const words = lastLines(readFrom(logFile, lastTryAt));
  const end = words.length === 0 ? 'It wrote nothing.' : `It wrote last:\n  ${words.join('\n  ')}`;
  return `${name} did not come up: it ${how}. ${remedy} Its log is ${logFile}. ${end}`;
}

export type ProgramEvent =
  | { kind: 'spawned'; name: string; pid: number }
  | { kind: 'ready'; name: string }
  | { kind: 'crashed'; name: string; how: string; againInMs: number };

export type Supervised = {
  readonly name: string;
  /** Undefined between a crash and the restart, and for containers. */
  readonly pid: number | undefined;
  /** Kills the process as a fault would; resolves when it has ended. It restarts by itself. */
  kill(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Resolves when the program is ready; if it does not start, throws with the end of its log. */
  untilReady(): Promise<void>;
  /** Ends it without a restart. */
  stop(): Promise<void>;
};

const firstDelayMs = 200;
const longestDelayMs = 10_000;
const healthyAfterMs = 20_000;
const triesAtStart = 5;

/** Runs a program and restarts it with growing pauses until `stop`. */
export function supervise(program: Program, report: (event: ProgramEvent) => void): Supervised {
  const { name } = program;
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  let ended: Promise<string> | undefined;
  let ready = false;
  let failures = 0;
  let lastEnd: string | undefined;
  let lastTryAt = 0;

  async function reportReady(mine: ChildProcess) {
    const settled = async () => child !== mine || program.isReady();
    const isSettled = await poll(settled, { withinMs: program.readyWithinMs });
    if (!isSettled || child !== mine) return;
    ready = true;
    report({ kind: 'ready', name });
  }

  async function runOnce(): Promise<string> {
    const startedAt = Date.now();
    lastTryAt = sizeOf(program.logFile);
    child = spawnLogged(program);
    ended = endOf(child);
    if (child.pid !== undefined) report({ kind: 'spawned', name, pid: child.pid });
    void reportReady(child);
    const how = await ended;
    if (Date.now() - startedAt > healthyAfterMs) failures = 0;
    child = undefined;
    ready = false;
    lastEnd = how;
    return how;
  }

  async function runAgain() {
    while (!stopping.signal.aborted) {
      const how = await runOnce();
      if (stopping.signal.aborted) return;
      const againInMs = Math.min(firstDelayMs * 2 ** failures++, longestDelayMs);
      report({ kind: 'crashed', name, how, againInMs });
      await pause(againInMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const lifetime = runAgain();
  return {
    name,
    get pid() {
      return child?.pid;
    },
    async kill(signal = 'SIGKILL') {
      ready = false;
      child?.kill(signal);
      await ended;
    },
    async untilReady() {
      const settled = () => ready || failures >= triesAtStart || stopping.signal.aborted;
      await poll(settled, { withinMs: program.readyWithinMs });
      if (!ready) throw new PlatformError(notUp(program, { lastEnd, lastTryAt }));
    },
    async stop() {
      stopping.abort();
      child?.kill(program.stopSignal);
      const patience = setTimeout(() => child?.kill('SIGKILL'), program.stopWithinMs);
      await lifetime;
      clearTimeout(patience);
    },
  };
}

/** Runs in its own session: Ctrl-C reaches only the supervisor, which stops processes in order. */
function spawnLogged({ command: [file, ...args], env, logFile }: Program): ChildProcess {
  const log = openSync(logFile, 'a');
  try {
    return spawn(file, args, {
      detached: true,
      stdio: ['ignore', log, log],
      env: { ...process.env, ...env },
    });
  } finally {
    closeSync(log);
  }
}

async function endOf(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = await once(child, 'exit');
    return signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
  } catch (error) {
    return `could not be run (${error instanceof Error ? error.message : error})`;
  }
}
