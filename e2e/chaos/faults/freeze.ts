import { runningProcesses } from '@closingwire/local/supervisor/run-record';
import type { WholeAddresses } from '../../platform/whole-addresses.ts';
import { treeOf } from './process-tree.ts';

/** Stops a process and its descendants (SIGSTOP), as a hanging machine would; returns the function that continues them. */
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
    // ESRCH: the process ended after the listing.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
