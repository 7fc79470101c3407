import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { passBetween } from './pass-between.ts';

export type Balancer = { close(): void };

/**
 * Passes connections to a port on to these local ports in turn; where nobody listens at one, to the next. It knows nothing of
 * what is sent, as the service of a cluster does not.
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
