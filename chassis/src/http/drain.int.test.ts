import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Drain, drainOf } from './drain.ts';

let server: ReturnType<typeof createServer>;
let drain: Drain;
let client: Socket;

const request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

beforeEach(async () => {
  server = createServer((_req, res) => res.end('fine'));
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

test('a first request that arrives while the server closes gets its reply', async () => {
  row('beyond/sigterm');
  const finished = drain.finish();
  client.write(request);
  const [reply] = await Promise.all([text(client), finished]);
  expect(reply).toMatch(/^HTTP\/1.1 200 .*connection: close.*fine/is);
});

test('a first request sent just after connecting gets its reply', async () => {
  row('beyond/sigterm');
  const finished = drain.finish();
  await pause(150);
  client.write(request);
  const [reply] = await Promise.all([text(client), finished]);
  expect(reply).toMatch(/^HTTP\/1.1 200 .*fine/s);
});

test('a request on a kept connection gets its reply after the server stops listening', async () => {
  row('beyond/sigterm');
  client.write(request);
  await once(client, 'data');
  const finished = drain.finish();
  await pause(150);
  expect(server.listening).toBe(false);
  client.write(request);
  const [reply] = await Promise.all([text(client), finished]);
  expect(reply).toMatch(/^HTTP\/1.1 200 .*connection: close.*fine/is);
});

test('an unused connection does not keep the server running', async () => {
  const [reply] = await Promise.all([text(client), drain.finish()]);
  expect(reply).toBe('');
});

test('an idle kept connection does not keep the server running', async () => {
  client.write(request);
  await once(client, 'data');
  const [rest] = await Promise.all([text(client), drain.finish()]);
  expect(rest).toBe('');
});
