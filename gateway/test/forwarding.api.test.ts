import { once } from 'node:events';
import { Agent, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type StartedGateway, serve, startGateway } from './start-gateway.ts';

const MIB = 1_048_576;

let answer: RequestListener;
let service: Server;
let gateway: StartedGateway;
let connections = 0;

beforeAll(async () => {
  const started = await serve((req, res) => answer(req, res));
  service = started.server;
  service.on('connection', () => connections++);
  gateway = await startGateway({ LEADS_URL: started.url, UPSTREAM_TIMEOUT_MS: '1500' });
});
afterAll(async () => {
  await gateway?.stop();
  service?.closeAllConnections();
  service?.close();
});
beforeEach(() => {
  answer = (_req, res) => res.end('fine');
});

type Sent = { method?: string; headers?: Record<string, string>; agent?: Agent };

/** Begins a request with chosen headers and connections; fetch does not allow that. */
function send(path: string, { method = 'GET', headers = {}, agent }: Sent = {}) {
  return request(new URL(path, gateway.url), { method, headers, ...(agent && { agent }) });
}

async function replyTo(sent: ReturnType<typeof send>): Promise<IncomingMessage & { text: string }> {
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  return Object.assign(reply, { text: (await buffer(reply)).toString('latin1') });
}

test('hop-by-hop headers are not forwarded', async () => {
  let seen: IncomingMessage['headers'] = {};
  answer = (req, res) => {
    seen = req.headers;
    res.writeHead(200, { 'keep-alive': 'timeout=99', connection: 'close', 'x-own': 'crosses' }).end('fine');
  };
  const agent = new Agent({ keepAlive: true });
  const headers = { te: 'trailers', 'x-mine': 'crosses' };
  const sent = send('/api/lead-lists', { headers, agent });
  sent.end();
  const reply = await replyTo(sent);
  agent.destroy();
  expect(seen).toMatchObject({ 'x-mine': 'crosses' });
  expect(seen).not.toHaveProperty('te');
  expect(reply.headers).toMatchObject({ connection: 'keep-alive', 'x-own': 'crosses' });
  expect(reply.headers['keep-alive']).toBe('timeout=65');
});

test('connections to a service are reused', async () => {
  for (let call = 0; call < 3; call++)
    await fetch(`${gateway.url}/api/lead-lists`).then(reply => reply.text());
  const before = connections;
  for (let call = 0; call < 20; call++)
    await fetch(`${gateway.url}/api/lead-lists`).then(reply => reply.text());
  expect(connections).toBe(before);
});

test('an upload of any size is streamed over a kept connection', async () => {
  let bytes = 0;
  let connection: string | undefined;
  answer = (req, res) => {
    connection = req.headers.connection;
    req.on('data', chunk => (bytes += chunk.length)).on('end', () => res.end(String(bytes)));
  };
  const sent = send('/api/v1/leads', { method: 'POST', headers: { 'content-type': 'text/csv' } });
  for (let count = 0; count < 20; count++) if (!sent.write(Buffer.alloc(MIB, 'x'))) await once(sent, 'drain');
  sent.end();
  expect((await replyTo(sent)).text).toBe(String(20 * MIB));
  expect(connection).toBe('keep-alive');
});

test('a reply before the end of the body is forwarded', async () => {
  answer = (_req, res) => void res.writeHead(413).end('too much');
  const sent = send('/api/v1/leads', { method: 'POST', headers: { 'content-type': 'text/csv' } });
  sent.on('error', () => {});
  const reply = replyTo(sent);
  sent.write(Buffer.alloc(MIB));
  expect(await reply).toMatchObject({ statusCode: 413, text: 'too much' });
  sent.destroy();
});

test('a slow client slows the service down', async () => {
  let written = 0;
  answer = async (_req, res) => {
    for (let count = 0; count < 64; count++) {
      written += MIB;
      if (!res.write(Buffer.alloc(MIB))) await once(res, 'drain');
    }
    res.end();
  };
  const sent = send('/api/lead-lists');
  sent.end();
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  await new Promise(resolve => setImmediate(resolve));
  expect(written).toBeLessThan(64 * MIB);
  expect((await buffer(reply)).length).toBe(64 * MIB);
});

test('a client that leaves ends the request upstream', async () => {
  let left = false;
  answer = (_req, res) => void res.on('close', () => (left = true));
  const sent = send('/api/lead-lists');
  sent.on('error', () => {});
  sent.end();
  await once(service, 'request');
  sent.destroy();
  await until(() => left, { timeoutMs: 400 });
});

test('a read on a closed connection is sent again', async () => {
  let calls = 0;
  answer = (req, res) => {
    calls += 1;
    if (calls === 1) req.socket.destroy();
    else res.end('second');
  };
  expect(await fetch(`${gateway.url}/api/lead-lists`).then(reply => reply.text())).toBe('second');
});

test('a write on a closed connection is not sent again', async () => {
  let calls = 0;
  answer = req => {
    calls += 1;
    req.socket.destroy();
  };
  const reply = await fetch(`${gateway.url}/api/v1/leads`, { method: 'POST', body: 'rows' });
  expect(reply.status).toBe(503);
  expect(calls).toBe(1);
});

test('several cookies of a reply stay separate', async () => {
  answer = (_req, res) => void res.writeHead(200, { 'set-cookie': ['one=1', 'two=2'] }).end();
  const reply = await fetch(`${gateway.url}/api/lead-lists`);
  expect(reply.headers.getSetCookie()).toEqual(['one=1', 'two=2']);
});

test('a draining gateway closes the connections of clients', async () => {
  const late = await startGateway({ LEADS_URL: `http://127.0.0.1:${addressOf(service)}` });
  const proceed = Promise.withResolvers<void>();
  answer = async (_req, res) => {
    await proceed.promise;
    res.end('last');
  };
  const reply = fetch(`${late.url}/api/lead-lists`);
  await once(service, 'request');
  const stopped = late.stop();
  proceed.resolve();
  expect(await (await reply).text()).toBe('last');
  await stopped;
  await expect(fetch(late.url)).rejects.toThrow();
});

function addressOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Expected a TCP port');
  return address.port;
}
