import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { passBetween } from './pass-between.ts';

export type Balancer = { close(): void };

/**
 * Forwards connections to these local ports in turn, skipping closed ones. Like a cluster's service, it does not read
 * the traffic.
 */
export async function openBalancer(port: number, ports: readonly number[]): Promise<Balancer> {
  let turn = 0;
  const sockets = new Set<Socket>();

  function connected(port: number): Promise<Socket | undefined> {
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    return once(far, 'connect').then(
      () => far,
      () => undefined,
    );
  }

  async function join(near: Socket): Promise<void> {
    near.setNoDelay(true);
    near.on('error', () => {});
    const first = turn++;
    for (let tried = 0; tried < ports.length; tried++) {
      const far = await connected(ports[(first + tried) % ports.length] ?? 0);
      if (far) return passBetween(near, far, sockets);
    }
    near.destroy();
  }

  const server = createServer({ allowHalfOpen: true }, near => void join(near));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
