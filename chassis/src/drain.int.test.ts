import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { drainOf } from './drain.ts';

let server: ReturnType<typeof createServer>;
let drain: () => Promise<void>;
let client: Socket;

beforeEach(async () => {
  server = createServer((_req, res) => res.setHeader('connection', 'close').end('fine'));
  drain = drainOf(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const accepted = once(server, 'connection');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await accepted;
});
afterEach(() => {
  client.destroy();
  server.close();
});

/** Calls `then` at the moment when the server stops listening. */
function whenClosing(then: () => void): void {
  const close = server.close.bind(server);
  server.close = done => {
    then();
    return close(done);
  };
}

test('a first request that arrives as the server closes is answered', async () => {
  row('beyond/sigterm');
  whenClosing(() => client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'));
  const [reply] = await Promise.all([text(client), drain()]);
  expect(reply).toMatch(/^HTTP\/1.1 200 .*fine/s);
});

test('a first request that its client sends a moment after connecting is answered', async () => {
  row('beyond/sigterm');
  const asked = Promise.withResolvers<string>();
  const close = server.close.bind(server);
  server.close = done => {
    server.close = close;
    const late = connect((server.address() as AddressInfo).port, '127.0.0.1');
    server.once('connection', () => {
      close(done);
      setTimeout(() => late.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'), 100);
      asked.resolve(text(late));
    });
    return server;
  };
  await drain();
  expect(await asked.promise).toMatch(/^HTTP\/1.1 200 .*fine/s);
});

test('a connection that nobody uses does not keep the server up', async () => {
  const [reply] = await Promise.all([text(client), drain()]);
  expect(reply).toBe('');
});
