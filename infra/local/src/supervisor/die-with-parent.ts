import { spawnSync } from 'node:child_process';
import type { Command } from '../command.ts';

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
