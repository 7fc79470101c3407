import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { PlatformError } from '../terminal.ts';

export type PortHolder = { pid: number; command: string };

/** The process that listens on a port, as far as Linux lets us see it. */
function portHolder(port: number): PortHolder | undefined {
  const sockets = new Set(['tcp', 'tcp6'].flatMap(table => listeningSockets(table, port)));
  if (sockets.size === 0) return undefined;
  const pid = numbers(entries('/proc')).find(candidate =>
    entries(`/proc/${candidate}/fd`).some(fd => sockets.has(linkOf(`/proc/${candidate}/fd/${fd}`))),
  );
  return pid === undefined ? undefined : { pid, command: commandOf(pid) };
}

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

export type WantedPort = { what: string; variable: string; port: number };

/** Throws one sentence per port that cannot be had: who holds it, and which variable moves us elsewhere. */
export async function expectFreePorts(wanted: readonly WantedPort[]): Promise<void> {
  const refusals = await Promise.all(wanted.map(refusalOf));
  const sentences = refusals.filter(sentence => sentence !== undefined);
  if (sentences.length > 0) throw new PlatformError(sentences.join('\n'));
}

/** Throws where two of them name the same port. */
export function expectDistinctPorts(wanted: readonly Omit<WantedPort, 'what'>[]): void {
  for (const [index, { variable, port }] of wanted.entries()) {
    const other = wanted.slice(index + 1).find(candidate => candidate.port === port);
    if (other === undefined) continue;
    throw new PlatformError(
      `${variable} and ${other.variable} are both ${port}. Give each a port of its own.`,
    );
  }
}

async function refusalOf({ what, variable, port }: WantedPort): Promise<string | undefined> {
  const code = await tryToListen(port);
  if (code === undefined) return undefined;
  const elsewhere = port + 1_000 < 65_536 ? port + 1_000 : port - 1_000;
  const move = `Free it, or move ${what} with ${variable}, e.g. ${variable}=${elsewhere}.`;
  if (code !== 'EADDRINUSE') return `Port ${port} of ${what} cannot be opened (${code}). ${move}`;
  const holder = portHolder(port);
  const who = holder === undefined ? 'another process' : `process ${holder.pid} (${holder.command})`;
  return `Port ${port} of ${what} is taken by ${who}. ${move}`;
}

function tryToListen(port: number): Promise<string | undefined> {
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)));
  });
}
