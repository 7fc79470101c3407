import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type StartedGateway, serve, startGateway } from './start-gateway.ts';

let answer: RequestListener;
let service: Server;
let gateway: StartedGateway;
let served: string[] = [];

beforeAll(async () => {
  const started = await serve((req, res) => {
    served.push(`${req.method} ${req.url}`);
    answer(req, res);
  });
  service = started.server;
  gateway = await startGateway({
    LEADS_URL: started.url,
    CATALOG_URL: 'http://127.0.0.1:9',
    CONNECTIONS_PER_SERVICE: '8',
    UPSTREAM_TIMEOUT_MS: '1500',
    OPEN_REQUESTS_PER_NETWORK: '500',
  });
});
afterAll(async () => {
  await gateway?.stop();
  service?.closeAllConnections();
  service?.close();
});
beforeEach(() => {
  served = [];
  answer = (_req, res) => res.end('fine');
});

/** Returns the reply to bytes that no client library would send. */
async function replyToBytes(...lines: string[]): Promise<string> {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(lines.join('\r\n'));
  return (await buffer(socket)).toString('latin1');
}

test('more requests than connections are all answered', async () => {
  answer = (req, res) => void setTimeout(() => res.end(String(req.headers['x-mine'])), 5);
  const asked = Array.from({ length: 400 }, (_, number) => String(number));
  const read = (mine: string) =>
    fetch(`${gateway.url}/api/lead-lists`, { headers: { 'x-mine': mine } }).then(reply => reply.text());
  expect(await Promise.all(asked.map(read))).toEqual(asked);
});

test('no reply is lost if a service drops idle connections', async () => {
  service.keepAliveTimeout = 20;
  for (let call = 0; call < 40; call++) {
    const reply = await fetch(`${gateway.url}/api/lead-flags`, { method: 'POST', body: '{}' });
    expect(reply.status).toBe(200);
    await new Promise(resolve => setTimeout(resolve, call % 4 === 0 ? 21 : 1));
  }
  service.keepAliveTimeout = 65_000;
});

test('a body on a GET is not read as another request', async () => {
  const inner = 'GET /internal/secret HTTP/1.1\r\nhost: x\r\n\r\n';
  answer = (req, res) => void req.resume().on('end', () => res.end('fine'));
  const reply = await replyToBytes(
    'GET /api/lead-lists HTTP/1.1',
    'host: x',
    'connection: close',
    'transfer-encoding: chunked',
    '',
    inner.length.toString(16),
    inner,
    '0',
    '',
    '',
  );
  expect(reply).toMatch(/^HTTP\/1.1 200/);
  expect(served).toEqual(['GET /api/lead-lists']);
});

test('a path with raw bytes is refused', async () => {
  const reply = await replyToBytes(
    'GET /api/lead-lists?q=ü HTTP/1.1',
    'host: x',
    'connection: close',
    '',
    '',
  );
  expect(reply).toMatch(/^HTTP\/1.1 400/);
});

test('a slow service and one that is away have different errors', async () => {
  answer = () => {};
  expect((await fetch(`${gateway.url}/api/lead-lists`)).status).toBe(504);
  expect((await fetch(`${gateway.url}/api/zip-codes`)).status).toBe(503);
});

test('a request whose client left while waiting is not sent', async () => {
  const waiting: (() => void)[] = [];
  answer = (req, res) => {
    if (req.method === 'POST') return void res.end('fine');
    res.write('begun');
    waiting.push(() => res.end());
  };
  const downloads = await Promise.all(
    Array.from({ length: 8 }, () => fetch(`${gateway.url}/api/lead-lists`)),
  );
  const reply = await fetch(`${gateway.url}/api/lead-flags`, { method: 'POST', body: '{}' });
  expect(reply.status).toBe(504);
  for (const end of waiting) end();
  for (const download of downloads) await download.text();
  answer = (_req, res) => res.end('fine');
  expect((await fetch(`${gateway.url}/api/lead-lists`)).status).toBe(200);
  expect(served.filter(line => line.startsWith('POST'))).toEqual([]);
});

test("a reply that breaks off breaks the client's off too", async () => {
  answer = (_req, res) => {
    res.writeHead(200, { 'content-length': 1_000 }).write('begun');
    setTimeout(() => res.destroy(), 20);
  };
  const reply = await fetch(`${gateway.url}/api/lead-lists`);
  await expect(reply.text()).rejects.toThrow();
});
