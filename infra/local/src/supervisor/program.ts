import { spawnSync } from 'node:child_process';
import type { Command } from '../command.ts';

/** A long-lived process as data: how to run it, how to see that it is ready, how to end it. */
export type Program = {
  name: string;
  command: Command;
  env?: Record<string, string>;
  logFile: string;
  /** The signal that ends it politely. */
  stopSignal: NodeJS.Signals;
  /** After this long the polite signal is followed by SIGKILL. */
  stopWithinMs: number;
  readyWithinMs: number;
  /** What a person may do when it does not come up, as sentences. */
  remedy: string;
  /** Asked every few milliseconds after each spawn, until it is true. */
  isReady: () => Promise<boolean>;
};

let supported: boolean | undefined;

/**
 * Prefixes a command so that the kernel sends it the signal when the process that spawned it dies,
 * however that dies (PR_SET_PDEATHSIG). Where util-linux is missing the command stays as it is and
 * what is left behind is cleared by the next start.
 */
export function dieWithParent(command: Command, signal: NodeJS.Signals): Command {
  supported ??= spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true']).status === 0;
  return supported ? ['setpriv', '--pdeathsig', signal.replace('SIG', ''), ...command] : command;
}
