import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A listening process; without a PID if Linux does not show the socket's owner. */
export type PortOwner = { pid?: number; command?: string };

/** Returns the process that listens on a port, as far as Linux permits. */
export function portOwner(port: number): PortOwner | undefined {
  const sockets = new Set(['tcp', 'tcp6'].flatMap(table => listeningSockets(table, port)));
  if (sockets.size === 0) return undefined;
  const pid = numbers(entries('/proc')).find(candidate =>
    entries(`/proc/${candidate}/fd`).some(fd => sockets.has(linkOf(`/proc/${candidate}/fd/${fd}`))),
  );
  return pid === undefined ? {} : { pid, command: commandOf(pid) };
}

export const describePortOwner = ({ pid, command }: PortOwner = {}): string =>
  pid === undefined ? 'another process' : `process ${pid} (${command})`;

/** Lines of /proc/net/tcp: field 1 is local address:port in hex, field 3 the state (0A listens), field 9 the inode. */
function listeningSockets(table: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return textOf(`/proc/net/${table}`)
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(fields => fields[1]?.endsWith(suffix) && fields[3] === '0A')
    .map(fields => `socket:[${fields[9]}]`);
}

function commandOf(pid: number): string {
  return textOf(`/proc/${pid}/cmdline`).split('\0').join(' ').trim().slice(0, 80);
}

const numbers = (names: string[]) => names.map(Number).filter(Number.isInteger);

function textOf(path: string): string {
  return attempt(() => readFileSync(path, 'utf8')) ?? '';
}

function linkOf(path: string): string {
  return attempt(() => readlinkSync(path)) ?? '';
}

function entries(path: string): string[] {
  return attempt(() => readdirSync(path)) ?? [];
}

/** Processes end during the search, and those of other users are not readable. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
