import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const given = new Set<number>();

/**
 * A TCP port of the loopback address that nobody listens on at this moment, never the same twice. It lies below
 * the ports that kernels hand to outgoing connections: one of those would take it before its server is up. `besideOf`
 * gives the other port that has to be free with it.
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

/** Whether something accepts TCP connections there within the time. */
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
