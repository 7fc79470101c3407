import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { passBetween } from '../../platform/pass-between.ts';

/** A local port in front of a server that can cut or delay its connections. */
export type Link = {
  readonly port: number;
  /** Ends all connections and refuses new ones until `mend`. */
  cut(): void;
  mend(): Promise<void>;
  /** Delays each chunk in both directions; 0 for no delay. */
  delay(ms: number): void;
  close(): void;
};

/** Opens a link to a port; its server may start later. */
export async function openLink(toPort: number): Promise<Link> {
  const sockets = new Set<Socket>();
  let delayMs = 0;

  const waiting = () =>
    new Transform({
      transform(piece, _encoding, done) {
        if (delayMs === 0) done(null, piece);
        else setTimeout(() => done(null, piece), delayMs);
      },
    });

  function join(near: Socket): void {
    const far = connect({ port: toPort, host: '127.0.0.1', noDelay: true });
    near.setNoDelay(true);
    passBetween(near, far, sockets, waiting);
  }

  const server = createServer({ allowHalfOpen: true }, join);
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;

  function cut(): void {
    if (server.listening) server.close();
    for (const socket of sockets) socket.destroy();
  }
  return {
    port,
    cut,
    mend: () => listen(port),
    delay: ms => {
      delayMs = ms;
    },
    close: cut,
  };
}
