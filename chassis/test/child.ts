import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '../src/testing/testing.ts';

export type Child = {
  process: ChildProcess;
  /** Its stdout and stderr so far. */
  output(): string;
  waitFor(text: string): Promise<unknown>;
  kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  /** Exit code or signal. */
  ended: Promise<number | NodeJS.Signals>;
};

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Runs a program of this folder; it ends with the tests at the latest. */
export function runProgram(name: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): Child {
  const file = new URL(name, import.meta.url).pathname;
  const process_ = spawn(process.execPath, [file, ...args], { env: { ...process.env, ...env } });
  running.add(process_);
  let text = '';
  const append = (chunk: Buffer) => {
    text += chunk;
  };
  process_.stdout.on('data', append);
  process_.stderr.on('data', append);
  const ended = once(process_, 'exit').then(([code, signal]) => code ?? signal);
  return {
    process: process_,
    output: () => text,
    waitFor: wanted =>
      until(() => text.includes(wanted), { timeoutMs: 60_000 }).catch(cause => {
        throw new Error(`${name} never wrote ${wanted}, but:\n${text}`, { cause });
      }),
    kill(signal) {
      process_.kill(signal);
      return ended;
    },
    ended,
  };
}
