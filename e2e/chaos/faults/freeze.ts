import { runningProcesses } from '@closingwire/local/supervisor/run-record';
import type { WholeAddresses } from '../../platform/whole-addresses.ts';
import { treeOf } from './process-tree.ts';

/** Stops a process and all that it started, as a machine does that hangs; the returned function lets them go on. */
export function freeze({ dir }: WholeAddresses, target: string): () => void {
  const process_ = runningProcesses(dir).get(target);
  if (process_ === undefined) throw new Error(`'${target}' does not run`);
  const tree = treeOf(process_.pid);
  for (const pid of tree) signal(pid, 'SIGSTOP');
  return () => {
    for (const pid of tree.toReversed()) signal(pid, 'SIGCONT');
  };
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
