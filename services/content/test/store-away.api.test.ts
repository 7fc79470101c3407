import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { testMongoUrl, until } from '@closingwire/chassis/testing';
import { expect, it } from 'vitest';
import { startContent } from './start-content.ts';

/** A proxy to MongoDB that tests can close and open again. */
async function proxyTo({ hostname, port: farPort }: URL) {
  const sockets = new Set<Socket>();
  const listen = (port: number) =>
    new Promise<Server>(resolve => {
      const server = createServer(near => {
        const far = connect(Number(farPort), hostname);
        for (const socket of [near, far]) sockets.add(socket.on('error', () => {}));
        near.pipe(far).pipe(near);
      });
      server.listen(port, '127.0.0.1', () => resolve(server));
    });
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    close,
    async open() {
      server = await listen(port);
    },
  };
}

it('replies 503 while MongoDB is away, then recovers', async () => {
  const url = new URL(testMongoUrl());
  const proxy = await proxyTo(url);
  url.port = String(proxy.port);
  // Without it the driver would learn MongoDB's own address and bypass the proxy.
  url.searchParams.set('directConnection', 'true');
  const content = await startContent({ mongoUrl: url.href });
  try {
    expect(await content.visitor.listArticles()).not.toEqual([]);
    proxy.close();
    await expect(content.visitor.listArticles()).rejects.toMatchObject({ kind: 'unavailable' });
    expect((await fetch(`${content.managementUrl}/readyz`)).status).toBe(503);
    await proxy.open();
    await until(() => content.visitor.listArticles(), { timeoutMs: 15_000 });
  } finally {
    await content.stop();
    proxy.close();
  }
});
