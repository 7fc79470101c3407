import { readFileSync } from 'node:fs';
import { treeOf } from '@closingwire/e2e/chaos/faults/process-tree';
import { localDirectory } from '@closingwire/local/root';
import { runningProcesses, runningSupervisor } from '@closingwire/local/supervisor/run-record';

/** Returns the process's proportional share in MB: shared pages are divided among their processes. */
function shareMb(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

const treeMb = (root: number) => treeOf(root).reduce((sum, pid) => sum + shareMb(pid), 0);

/** Measures the memory of the running platform, by process with its children. */
export async function measure(): Promise<void> {
  const supervisor = runningSupervisor(localDirectory);
  if (!supervisor) throw new Error('Expected a running platform; start it with `make start`');
  const whole = treeMb(supervisor.pid);
  const rows = [...runningProcesses(localDirectory)].map(([name, { pid }]) => [name, treeMb(pid)] as const);
  const named = rows.reduce((sum, [, mb]) => sum + mb, 0);
  const all = [...rows, ['supervisor', whole - named] as const];
  for (const [name, mb] of all.toSorted((a, b) => b[1] - a[1]))
    console.log(`${name.padEnd(16)} ${mb.toFixed(0)} MB`);
  console.log(`everything: ${whole.toFixed(0)} MB (goal ≤ 1600)`);
}
