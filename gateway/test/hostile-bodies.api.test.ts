import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { until } from '@closingwire/chassis/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { jsonOf, openSocket, replyOn } from './raw-client.ts';
import { type StartedGateway, serve, startGateway } from './start-gateway.ts';

/* Bodies that do not end, are larger than a route takes, or come in odd pieces. */

const MIB = 1_048_576;

let answer: RequestListener;
let service: Server;
let gateway: StartedGateway;
let seen: string[] = [];
let connections = 0;
const sockets: Socket[] = [];

beforeAll(async () => {
  const started = await serve((req, res) => {
    seen.push(`${req.method} ${req.url}`);
    answer(req, res);
  });
  service = started.server;
  service.on('connection', () => connections++);
  gateway = await startGateway({
    AUTH_URL: started.url,
    LEADS_URL: started.url,
    CATALOG_URL: started.url,
    CONTENT_URL: started.url,
    CONNECTIONS_PER_SERVICE: '4',
    UPSTREAM_TIMEOUT_MS: '2000',
    BODY_IDLE_MS: '400',
    BODY_TOTAL_MS: '1200',
    STREAM_IDLE_MS: '400',
    BODY_BYTES_AT_ONCE: String(8 * MIB),
  });
});
afterAll(async () => {
  await gateway?.stop();
  service?.closeAllConnections();
  service?.close();
});
beforeEach(() => {
  seen = [];
  connections = 0;
  answer = (req, res) =>
    void text(req).then(
      body => res.end(body),
      () => {},
    );
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Sends the head of a POST and the given part of its body. */
async function begin(path: string, headers: string[], body: string | Buffer): Promise<Socket> {
  const socket = await openSocket(gateway.url);
  sockets.push(socket);
  socket.write([`POST ${path} HTTP/1.1`, 'host: x', ...headers, '', ''].join('\r\n'));
  socket.write(body);
  return socket;
}

const token = '/api/auth/v1/token';
const flags = '/api/lead-flags';
const upload = '/api/v1/leads';

test('bodies of one byte hold no connection to a service', async () => {
  await Promise.all(
    Array.from({ length: 20 }, () => begin(token, ['content-length: 1000', 'content-type: text/plain'], '{')),
  );
  // This request came after the bodies, so the gateway has read what they sent.
  const reply = await fetch(`${gateway.url}/api/auth/v1/settings`);
  expect(reply.status).toBe(200);
  expect(seen).toEqual(['GET /api/auth/v1/settings']);
  expect(connections).toBe(1);
});

test('a body without a byte for too long is a 408', async () => {
  const reply = await replyOn(await begin(flags, ['content-length: 10'], '{'));
  expect(reply).toMatch(/^HTTP\/1.1 408 /);
  expect(reply).toMatch(/content-type: application\/problem\+json/i);
  expect(reply).toMatch(/connection: close/i);
  expect(jsonOf(reply)).toMatchObject({ status: 408, code: 'request_timeout' });
  expect(seen).toEqual([]);
});

test('a body that arrives byte by byte is cut off too', async () => {
  const socket = await begin(flags, ['content-length: 1000'], '{');
  const drip = setInterval(() => socket.write(' '), 50);
  const startedAt = Date.now();
  const reply = await replyOn(socket);
  clearInterval(drip);
  expect(reply).toMatch(/^HTTP\/1.1 408 /);
  expect(Date.now() - startedAt).toBeLessThan(4_000);
});

test('the wire protocol gets a 408 in its own shape', async () => {
  const reply = await replyOn(await begin(token, ['content-length: 10'], '{'));
  expect(reply).toMatch(/^HTTP\/1.1 408 /);
  expect(jsonOf(reply)).toMatchObject({ code: 408, error_code: 'request_timeout' });
});

test('a page with our cookies cannot hold its call open either', async () => {
  const headers = ['content-length: 10', 'x-use-cookie: session', 'origin: http://localhost:8080'];
  expect(await replyOn(await begin(token, headers, '{'))).toMatch(/^HTTP\/1.1 408 /);
});

test.each([
  ['told beforehand', [`content-length: ${64 * MIB}`]],
  ['that comes in chunks', ['transfer-encoding: chunked']],
])('a body too large %s is a 413 that can be read', async (_, headers) => {
  const socket = await begin(flags, headers, '');
  const isChunked = headers[0]?.startsWith('transfer');
  const piece = Buffer.concat([
    Buffer.from(isChunked ? '10000\r\n' : ''),
    Buffer.alloc(65_536, ' '),
    Buffer.from(isChunked ? '\r\n' : ''),
  ]);
  const received = replyOn(socket);
  let isOver = false;
  socket.once('close', () => (isOver = true));
  for (let sent = 0; sent < 20 * MIB && !isOver; sent += piece.length)
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  socket.end();
  const reply = await received;
  expect(reply).toMatch(/^HTTP\/1.1 413 /);
  expect(reply).toMatch(/connection: close/i);
  expect(jsonOf(reply)).toMatchObject({ status: 413, code: 'body_too_large' });
  expect(seen).toEqual([]);
});

test('a body of exactly the limit passes, with its length', async () => {
  let length: string | undefined;
  answer = async (req, res) => {
    length = req.headers['content-length'];
    expect(req.headers['transfer-encoding']).toBeUndefined();
    res.end(String((await text(req)).length));
  };
  const body = 'x'.repeat(MIB);
  const whole = await fetch(gateway.url + flags, { method: 'POST', body });
  expect([await whole.text(), length]).toEqual([String(MIB), String(MIB)]);
  const stream = new Blob(['x'.repeat(1_000), 'y'.repeat(500)]).stream();
  const inChunks = await fetch(gateway.url + flags, { method: 'POST', body: stream, duplex: 'half' });
  expect([await inChunks.text(), length]).toEqual(['1500', '1500']);
});

test('an empty body in chunks arrives as an empty one', async () => {
  const socket = await begin(flags, ['transfer-encoding: chunked', 'connection: close'], '0\r\n\r\n');
  expect(await replyOn(socket)).toMatch(/^HTTP\/1.1 200 /);
});

test("only a route's own callers get its larger limit", async () => {
  const path = `${gateway.url}/api/admin/zip-codes/bulk-import`;
  const send = async (isAdmin: boolean) =>
    fetch(path, {
      method: 'POST',
      body: 'x'.repeat(3 * MIB),
      headers: { authorization: `Bearer ${await gateway.identity.tokenFor({ isAdmin })}` },
    });
  const [byAdmin, byUser] = [await send(true), await send(false)];
  expect([byAdmin.status, (await byAdmin.text()).length]).toEqual([200, 3 * MIB]);
  expect(byUser.status).toBe(404);
});

test('all bodies together stay below the memory limit', async () => {
  const piece = Buffer.alloc(MIB - 1, ' ');
  const begun = Array.from({ length: 9 }, () => begin(flags, [`content-length: ${MIB}`], piece));
  const replies = await Promise.all((await Promise.all(begun)).map(replyOn));
  const statuses = replies.map(reply => reply.slice(9, 12)).sort();
  expect(statuses).toContain('503');
  expect(statuses).toContain('408');
  const after = await fetch(gateway.url + flags, { method: 'POST', body: 'x'.repeat(MIB) });
  expect(after.status).toBe(200);
});

test('slow bodies do not block fast ones', async () => {
  row('beyond/slow-bodies');
  const piece = Buffer.alloc(MIB - 1, ' ');
  await Promise.all(Array.from({ length: 9 }, () => begin(flags, [`content-length: ${MIB}`], piece)));
  for (let count = 0; count < 20; count++) {
    const reply = await fetch(gateway.url + token, { method: 'POST', body: 'x'.repeat(1_000) });
    expect(reply.status).toBe(200);
  }
  const large = await fetch(gateway.url + flags, { method: 'POST', body: 'x'.repeat(MIB) });
  expect(large.status).toBe(200);
});

test('a body frees its memory when the reply begins', async () => {
  row('beyond/slow-bodies');
  const body = Buffer.alloc(MIB, ' ');
  answer = (req, res) =>
    void text(req).then(
      () => void res.write('begun'),
      () => {},
    );
  // Three of the four connections to each service, and in all more bytes than `BODY_BYTES_AT_ONCE`.
  for (const path of [flags, token, '/api/contact'].flatMap(path => [path, path, path])) {
    const socket = await begin(path, [`content-length: ${MIB}`], body);
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 200 /);
  }
  answer = (_req, res) => void res.end('fine');
  const after = await fetch(gateway.url + flags, { method: 'POST', body });
  expect([after.status, await after.text()]).toEqual([200, 'fine']);
});

test('an upload that sends no body takes no slot', async () => {
  row('beyond/slow-bodies');
  const begun = await Promise.all(
    Array.from({ length: 20 }, () => begin(upload, ['content-length: 1000'], '')),
  );
  const reply = await fetch(gateway.url + upload, { method: 'POST', body: 'row' });
  expect([reply.status, await reply.text()]).toEqual([200, 'row']);
  for (const ended of await Promise.all(begun.map(replyOn))) expect(ended).toMatch(/^HTTP\/1.1 408 /);
});

test('clients that leave halfway do not block others', async () => {
  const begun = await Promise.all(
    [flags, token, upload, '/api/nothing'].map(path => begin(path, ['content-length: 1000'], '{')),
  );
  await until(() => seen.includes(`POST ${upload}`));
  for (const socket of begun) socket.resetAndDestroy();
  expect((await fetch(`${gateway.url}/api/lead-lists`)).status).toBe(200);
  expect(seen.filter(line => line !== `POST ${upload}`)).toEqual(['GET /api/lead-lists']);
});

test('an upload that stops is cut off', async () => {
  let isOver = false;
  answer = (req, res) => {
    req.resume();
    res.once('close', () => (isOver = true));
  };
  const reply = await replyOn(await begin(upload, ['content-length: 1000'], 'row'));
  expect(reply).toMatch(/^HTTP\/1.1 408 /);
  await until(() => isOver, { timeoutMs: 1_000 });
});

test('a slow upload is not cut off', async () => {
  const socket = await begin(upload, ['content-length: 10', 'connection: close'], 'a');
  const drip = setInterval(() => socket.write('a'), 200);
  const reply = await replyOn(socket);
  clearInterval(drip);
  expect(reply).toMatch(/^HTTP\/1.1 200 /);
  expect(reply).toMatch(/\r\naaaaaaaaaa$/);
});

test('uploads leave connections for other calls', async () => {
  answer = (req, res) => void (req.method === 'GET' ? res.end('fine') : req.resume());
  const begun = await Promise.all(
    Array.from({ length: 8 }, () => begin(upload, ['content-length: 1000'], 'row')),
  );
  await until(() => seen.length > 0);
  expect((await fetch(`${gateway.url}/api/lead-lists`)).status).toBe(200);
  const statuses = (await Promise.all(begun.map(replyOn))).map(reply => reply.slice(9, 12)).sort();
  expect(new Set(statuses)).toEqual(new Set(['408', '503']));
});

test('the rest of a refused body closes its connection', async () => {
  const socket = await begin('/api/nothing', ['content-length: 1000'], '{');
  const startedAt = Date.now();
  expect(await replyOn(socket)).toMatch(/^HTTP\/1.1 404 /);
  expect(Date.now() - startedAt).toBeLessThan(8_000);
});
