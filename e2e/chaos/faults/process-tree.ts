import { readdirSync, readFileSync } from 'node:fs';

/** Returns a process and its descendants. */
export function treeOf(root: number): number[] {
  const childrenOf = Map.groupBy(allProcesses(), ({ parent }) => parent);
  const tree = [root];
  for (const pid of tree) tree.push(...(childrenOf.get(pid) ?? []).map(child => child.pid));
  return tree;
}

function allProcesses(): { pid: number; parent: number }[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      const parent = parentOf(name);
      return parent === undefined ? [] : [{ pid: Number(name), parent }];
    });
}

/** Field 4 of /proc/PID/stat. The name in parentheses may contain anything. */
function parentOf(pid: string): number | undefined {
  try {
    const [, parent] = /^.*\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return parent === undefined ? undefined : Number(parent);
  } catch {
    // The process ended after the listing.
    return undefined;
  }
}
