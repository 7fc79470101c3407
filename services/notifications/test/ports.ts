import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Makes a server at `target` answer on `port` too. */
export async function forward(port: number, target: URL): Promise<{ stop(): Promise<void> }> {
  const server = createServer(socket => {
    const upstream = connect(Number(target.port), target.hostname);
    socket.on('error', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    stop: async () => {
      server.close();
    },
  };
}
