import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { testMongoUrl, until } from '@closingwire/chassis/testing';
import { expect, it } from 'vitest';
import { startContent } from './start-content.ts';

/** A way to the store that can be cut and opened again. */
async function wayTo({ hostname, port: farPort }: URL) {
  const sockets = new Set<Socket>();
  const open = (port: number) =>
    new Promise<Server>(resolve => {
      const server = createServer(near => {
        const far = connect(Number(farPort), hostname);
        for (const socket of [near, far]) sockets.add(socket.on('error', () => {}));
        near.pipe(far).pipe(near);
      });
      server.listen(port, '127.0.0.1', () => resolve(server));
    });
  let server = await open(0);
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    cut,
    async mend() {
      server = await open(port);
    },
  };
}

it('replies 503 while the store is away and recovers', async () => {
  const url = new URL(testMongoUrl());
  const way = await wayTo(url);
  url.port = String(way.port);
  // Or the driver learns the store's own address and goes around.
  url.searchParams.set('directConnection', 'true');
  const content = await startContent({ mongoUrl: url.href });
  try {
    expect(await content.visitor.listArticles()).not.toEqual([]);
    way.cut();
    await expect(content.visitor.listArticles()).rejects.toMatchObject({ kind: 'unavailable' });
    expect((await fetch(`${content.managementUrl}/readyz`)).status).toBe(503);
    await way.mend();
    await until(() => content.visitor.listArticles(), { timeoutMs: 15_000 });
  } finally {
    await content.stop();
    way.cut();
  }
});
