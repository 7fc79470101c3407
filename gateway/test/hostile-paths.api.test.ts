import { once } from 'node:events';
import type { Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jsonOf, openSocket, replyOn, replyToLines } from './raw-client.ts';
import { type StartedGateway, serve, startGateway } from './start-gateway.ts';

/* Requests that the gateway and a service could understand differently. */

let service: Server;
let gateway: StartedGateway;
let seen: string[] = [];

beforeAll(async () => {
  const started = await serve((req, res) => {
    seen.push(`${req.method} ${req.url}`);
    // This reply begins and never ends.
    if (req.url?.endsWith('?slow')) res.write('begun');
    else req.resume().on('end', () => res.end('fine'));
  });
  service = started.server;
  gateway = await startGateway({
    AUTH_URL: started.url,
    LEADS_URL: started.url,
    CONTENT_URL: started.url,
    NOTIFICATIONS_URL: started.url,
  });
});
afterAll(async () => {
  await gateway?.stop();
  service?.closeAllConnections();
  service?.close();
});
beforeEach(() => {
  seen = [];
});

const ask = (line: string, ...more: string[]) =>
  replyToLines(gateway.url, `${line} HTTP/1.1`, 'host: x', 'connection: close', ...more, '', '');

describe('a path that leads elsewhere is refused', () => {
  test.each([
    '/api/auth/v1/../../../metrics',
    '/api/auth/v1/./token',
    '/api/auth/v1/..',
    '/api/auth/v1/%2e%2e/%2e%2e/%2e%2e/metrics',
    '/api/auth/v1/%2E%2E/%2E%2E/%2E%2E/internal/sessions/refresh',
    '/api/auth/v1/.%2e/token',
    '/api/auth/v1/..%2f..%2f..%2fmetrics',
    '/api/auth/v1/x%2Fy',
    '/api/auth/v1/..\\..\\..\\metrics',
    '/api/auth/v1/..%5c..%5c..%5cmetrics',
    '/api/auth/v1//user',
    '//metrics',
    '/api/auth/v1/a%00b',
    '/api/auth/v1/a%0d%0ab',
    '/api/auth/v1/%',
    '/api/auth/v1/%zz',
    '/api/auth/v1/%ff',
    '/api/auth/v1/user#/../../../metrics',
    '/api/unsubscribe/%2e%2e',
    'http://x/api/auth/v1/user',
    '*',
  ])('%s', async path => {
    const reply = await ask(`GET ${path}`);
    expect(reply).toMatch(/^HTTP\/1.1 400 /);
    expect(seen).toEqual([]);
  });
});

test('a refused path is a problem document', async () => {
  const reply = await ask('GET /api/lead-lists/%2e%2e');
  expect(reply).toMatch(/content-type: application\/problem\+json/i);
  expect(jsonOf(reply)).toMatchObject({ status: 400, code: 'invalid_request' });
});

test.each([
  '/api/auth/v1/%252e%252e/user',
  '/api/auth/v1/user?redirect_to=//elsewhere/../%2f%5c%00%zz',
  '/api/auth/v1/.well-known/jwks.json',
  '/api/auth/v1/..user',
  '/api/unsubscribe/a%20b%23c%3Fd',
])('%s arrives as it was sent', async path => {
  expect(await ask(`GET ${path}`)).toMatch(/^HTTP\/1.1 200 /);
  expect(seen).toEqual([`GET ${path}`]);
});

test('two hosts are refused', async () => {
  expect(await ask('GET /api/lead-lists', 'Host: y')).toMatch(/^HTTP\/1.1 400 /);
  expect(seen).toEqual([]);
});

test.each(['TRACE', 'PROPFIND', 'PURGE'])('%s is a 405', async method => {
  const reply = await ask(`${method} /api/auth/v1/user`);
  expect(reply).toMatch(/^HTTP\/1.1 405 /);
  expect(reply).toMatch(/allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS/i);
  expect(seen).toEqual([]);
});

test('CONNECT opens no tunnel', async () => {
  expect(await replyToLines(gateway.url, 'CONNECT 127.0.0.1:22 HTTP/1.1', 'host: x', '', '')).toMatch(
    /^HTTP\/1.1 405 /,
  );
  const socket = await openSocket(gateway.url);
  socket.write('CONNECT 127.0.0.1:22 HTTP/1.1\r\nhost: x\r\n\r\n');
  socket.resetAndDestroy();
  expect(await ask('GET /api/lead-lists')).toMatch(/^HTTP\/1.1 200 /);
});

test.each(['gzip', 'br', 'gzip, identity', 'x'])('a body coded as %s is a 415', async coding => {
  const reply = await ask('POST /api/lead-flags', `content-encoding: ${coding}`, 'content-length: 0');
  expect(reply).toMatch(/^HTTP\/1.1 415 /);
  expect(reply).toMatch(/accept-encoding: identity/i);
  expect(seen).toEqual([]);
});

test('a body coded as identity passes', async () => {
  const reply = await ask('POST /api/lead-flags', 'content-encoding: identity', 'content-length: 0');
  expect(reply).toMatch(/^HTTP\/1.1 200 /);
});

test.each([
  ['no HTTP', ['hello'], 400, 'malformed_request'],
  ['a header with a control character', ['GET / HTTP/1.1', 'host: x', 'a: \x01'], 400, 'malformed_request'],
  ['no host', ['GET /api/lead-lists HTTP/1.1'], 400, 'invalid_request'],
  ['large headers', ['GET / HTTP/1.1', 'host: x', `a: ${'x'.repeat(20_000)}`], 431, 'headers_too_large'],
])('%s is refused with a problem document', async (_, lines, status, code) => {
  const reply = await replyToLines(gateway.url, ...lines, '', '');
  expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(reply).toMatch(/connection: close/i);
  expect(reply).toMatch(/content-type: application\/problem\+json/i);
  expect(reply).toMatch(/content-security-policy: /i);
  expect(jsonOf(reply)).toEqual({
    type: 'about:blank',
    title: expect.any(String),
    status,
    code,
    detail: expect.any(String),
    message: expect.any(String),
    requestId: expect.any(String),
  });
});

/** Opens a connection and returns it once the first bytes of an unfinished reply have arrived. */
async function socketWithReplyBegun(more = '') {
  const socket = await openSocket(gateway.url);
  socket.write(`GET /api/lead-lists?slow HTTP/1.1\r\nhost: x\r\n\r\n${more}`);
  const [first] = await once(socket, 'data');
  expect(String(first)).toMatch(/^HTTP\/1.1 200 /);
  return socket;
}

test.each([
  ['', ''],
  [', with another request behind it', 'GET /api/lead-lists HTTP/1.1\r\nhost: x\r\n\r\n'],
])('no error is written into a reply that has begun%s', async (_, more) => {
  const socket = await socketWithReplyBegun(more);
  socket.write('hello\r\n\r\n');
  expect(await replyOn(socket)).not.toMatch(/HTTP\/1.1/);
});

test('a client that keeps sending can read the refusal', async () => {
  const socket = await openSocket(gateway.url);
  socket.write(`GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(200_000)}\r\n`);
  setImmediate(() => socket.write('x'.repeat(200_000)));
  expect(await replyOn(socket)).toMatch(/^HTTP\/1.1 431 /);
});

describe('framing that two readers could understand differently is refused', () => {
  const smuggled = 'GET /internal/claims HTTP/1.1\r\nhost: x\r\n\r\n';
  test.each([
    [['content-length: 5', 'content-length: 6']],
    [['content-length: 5, 6']],
    [['content-length: 5', 'content-length: 5']],
    [['content-length: -1']],
    [['content-length: +5']],
    [['content-length: 0x5']],
    [['content-length: 5 5']],
    [['content-length: 99999999999999999999999999']],
    [['content-length: 5', 'transfer-encoding: chunked']],
    [['transfer-encoding: chunked', 'content-length: 5']],
    [['transfer-encoding: gzip']],
    [['transfer-encoding: gzip, chunked']],
    [['transfer-encoding: chunked, chunked']],
    [['transfer-encoding: chunked', 'transfer-encoding: identity']],
    [['transfer-encoding : chunked']],
    [['transfer-encoding:\x0bchunked']],
  ])('%j', async headers => {
    const socket = await openSocket(gateway.url);
    const head = ['POST /api/lead-flags HTTP/1.1', 'host: x', ...headers, '', ''].join('\r\n');
    socket.write(`${head}0\r\n\r\n${smuggled}`);
    expect(await replyOn(socket)).toMatch(/^HTTP\/1.1 4(00|13) /);
    expect(seen).toEqual([]);
  });

  test('a line that ends in a bare newline', async () => {
    const socket = await openSocket(gateway.url);
    socket.write(`POST /api/lead-flags HTTP/1.1\nhost: x\ntransfer-encoding: chunked\n\n0\n\n${smuggled}`);
    expect(await replyOn(socket)).toMatch(/^HTTP\/1.1 400 /);
    expect(seen).toEqual([]);
  });
});
