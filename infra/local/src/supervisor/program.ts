import { spawnSync } from 'node:child_process';
import type { Command } from '../command.ts';

/** A long-lived process as data: how to run, check and end it. */
export type Program = {
  name: string;
  command: Command;
  env?: Record<string, string>;
  logFile: string;
  /** By default SIGTERM. */
  stopSignal?: NodeJS.Signals;
  /** SIGKILL follows after this time. */
  stopWithinMs: number;
  readyWithinMs: number;
  /** Instructions that the terminal shows if the program does not start. */
  remedy: string;
  /** Called every few milliseconds after a spawn until it returns true. */
  isReady: () => Promise<boolean>;
};

let supported: boolean | undefined;

/**
 * Makes the kernel send a signal to the command when its parent dies (PR_SET_PDEATHSIG). Without util-linux the
 * command is unchanged, and the next start ends leftover processes.
 */
export function dieWithParent(command: Command, signal: NodeJS.Signals = 'SIGTERM'): Command {
  supported ??= spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true']).status === 0;
  return supported ? ['setpriv', '--pdeathsig', signal.replace('SIG', ''), ...command] : command;
}
