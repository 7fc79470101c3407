import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A pid alone may be reused by a stranger; together with its start time it names one process for ever. */
export type ProcessIdentity = { pid: number; startedAt: string };

/** The identity of a running process; undefined when there is none (a zombie counts as none). */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  return identityOf(pid)?.startedAt === startedAt;
}

function startOnLinux(pid: number): string | undefined {
  try {
    // The command, in parentheses, may hold spaces: state is field 3, start time (in clock ticks) field 22.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function startByPs(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
