import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

export async function unusedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  await new Promise(resolve => server.close(resolve));
  return port;
}

/** Makes a server at `target` answer on `port` too. */
export async function forward(port: number, target: URL): Promise<{ stop(): Promise<void> }> {
  const server = createServer(socket => {
    const upstream = connect(Number(target.port), target.hostname);
    socket.on('error', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  await listen(server, port);
  return {
    stop: async () => {
      server.close();
    },
  };
}
