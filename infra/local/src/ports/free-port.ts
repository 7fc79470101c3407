import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const given = new Set<number>();

/**
 * Returns a free loopback TCP port, never the same one twice. It is below the range of outgoing connections, so no
 * client can take it first. `besideOf` returns a second port that must also be free.
 */
export async function freePort(besideOf: (port: number) => number = port => port): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(20_000, 31_000);
    const both = [port, besideOf(port)];
    if (both.some(one => given.has(one))) continue;
    for (const one of both) given.add(one);
    if ((await Promise.all([...new Set(both)].map(isFree))).every(Boolean)) return port;
  }
  throw new Error('expected to find a free port from 20000 to 31000');
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}

/** Returns whether a TCP connection succeeds within the time. */
export function isListening(port: number, host = '127.0.0.1', withinMs = 1_000): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ port, host, timeout: withinMs });
    const settle = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}
