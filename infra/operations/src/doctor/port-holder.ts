import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process that listens; without an id where Linux does not show whose socket it is. */
export type PortHolder = { pid?: number; command?: string };

/** The process that listens on a port, as far as Linux lets us see it. */
export function portHolder(port: number): PortHolder | undefined {
  const sockets = new Set(['tcp', 'tcp6'].flatMap(table => listeningSockets(table, port)));
  if (sockets.size === 0) return undefined;
  const pid = numbers(entries('/proc')).find(candidate =>
    entries(`/proc/${candidate}/fd`).some(fd => sockets.has(linkOf(`/proc/${candidate}/fd/${fd}`))),
  );
  return pid === undefined ? {} : { pid, command: commandOf(pid) };
}

/** The holder in a sentence. */
export const describeHolder = ({ pid, command }: PortHolder = {}): string =>
  pid === undefined ? 'another process' : `process ${pid} (${command})`;

/** Lines of /proc/net/tcp: local address:port in hex is field 1, the state field 3 (0A listens), the inode field 9. */
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

/** Processes come and go while we look, and those of others are closed to us. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
