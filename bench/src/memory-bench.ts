import { readdirSync, readFileSync } from 'node:fs';
import { localDirectory } from '@closingwire/local/root';
import { runningProcesses, runningSupervisor } from '@closingwire/local/supervisor/run-record';

/** Returns the parent of each process on this machine, by PID. */
function parents(): Map<number, number> {
  const found = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      found.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // The process ended after the listing.
    }
  }
  return found;
}

/** Returns the process's proportional share in MB: shared pages are divided among their processes. */
function shareMb(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

function treeMb(root: number, children: Map<number, number[]>): number {
  const below = (children.get(root) ?? []).map(child => treeMb(child, children));
  return below.reduce((sum, mb) => sum + mb, shareMb(root));
}

/** Measures the memory of the running platform, by process with its children. */
export async function measure(): Promise<void> {
  const supervisor = runningSupervisor(localDirectory);
  if (!supervisor) throw new Error('Expected a running platform; start it with `make start`');
  const children = new Map<number, number[]>();
  for (const [pid, parent] of parents()) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const whole = treeMb(supervisor.pid, children);
  const rows = [...runningProcesses(localDirectory)].map(
    ([name, { pid }]) => [name, treeMb(pid, children)] as const,
  );
  const named = rows.reduce((sum, [, mb]) => sum + mb, 0);
  const all = [...rows, ['supervisor', whole - named] as const];
  for (const [name, mb] of all.toSorted((a, b) => b[1] - a[1]))
    console.log(`${name.padEnd(16)} ${mb.toFixed(0)} MB`);
  console.log(`everything: ${whole.toFixed(0)} MB (goal ≤ 1600)`);
}
