import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { managementUrlOf } from '@closingwire/chassis/management';
import { until } from '@closingwire/chassis/testing';

const root = new URL('../../../', import.meta.url);
const logLines = 40;
/** Long, because the machine may be busy. */
const readyMs = 180_000;

/** A process that a history may kill. It restarts at once with the same data. */
export type KillableProcess = {
  /** Its last log lines. */
  lastLines(): string[];
  start(): Promise<void>;
  /** Kills the process with SIGKILL, starts it again and resolves when it is ready. */
  killAndAwait(): Promise<void>;
  stop(): Promise<void>;
};

async function untilReady(url: string): Promise<void> {
  const readiness = `${managementUrlOf(url)}/readyz`;
  const isReady = async () => (await fetch(readiness, { signal: AbortSignal.timeout(2_000) })).ok;
  await until(isReady, { timeoutMs: readyMs, everyMs: 20 });
}

/** Returns a process that runs this entry with this environment; it listens at `url`. */
export function killableProcess(entry: string, url: string, env: Record<string, string>): KillableProcess {
  let child: ChildProcess | undefined;
  let lastLines: string[] = [];
  // Kills the child when this process exits.
  process.once('exit', () => child?.kill('SIGKILL'));

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [new URL(entry, root).pathname], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', chunk => {
        lastLines = [...lastLines, ...String(chunk).split('\n')].filter(Boolean).slice(-logLines);
      });
    }
    const ended = once(started, 'exit').then(([code]) => {
      throw new Error(`${entry} ended with ${code}:\n${lastLines.join('\n')}`);
    });
    ended.catch(() => {});
    await Promise.race([untilReady(url), ended]);
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  return {
    lastLines: () => lastLines,
    start,
    async killAndAwait() {
      await end('SIGKILL');
      await start();
    },
    stop: () => end('SIGTERM'),
  };
}
