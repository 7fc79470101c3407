import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@closingwire/chassis/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type StartedGateway, serve, startGateway } from './start-gateway.ts';

/* Clients that do not read what they asked for. */

const MIB = 1_048_576;
/** The MiB of a reply: more than the buffers of the sockets hold. */
const REPLY_MIB = 24;
const EXPORT = '/api/user/agents/export';

let answer: RequestListener;
let service: Server;
let gateway: StartedGateway;
let hasty: StartedGateway;
const downloads: IncomingMessage[] = [];

beforeAll(async () => {
  const started = await serve((req, res) => answer(req, res));
  service = started.server;
  const settings = { LEADS_URL: started.url, AUTH_URL: started.url, CONNECTIONS_PER_SERVICE: '8' };
  gateway = await startGateway(settings);
  hasty = await startGateway({ ...settings, REPLY_STUCK_MS: '2000' });
});
afterEach(() => {
  for (const download of downloads.splice(0)) download.destroy();
});
afterAll(async () => {
  await gateway?.stop();
  await hasty?.stop();
  service?.closeAllConnections();
  service?.close();
});

/** Sends a large reply as fast as the client reads. `closed` counts the replies that were cut off. */
let closed = 0;
const large: RequestListener = (_req, res) => {
  res.once('close', () => void (res.writableFinished || closed++));
  Readable.from(Array.from({ length: REPLY_MIB }, () => Buffer.alloc(MIB))).pipe(res);
};

/** Requests an export and returns its reply unread. */
async function askForExport({ url, identity } = gateway): Promise<IncomingMessage> {
  const authorization = `Bearer ${await identity.tokenFor()}`;
  const sent = request(url + EXPORT, { method: 'POST', headers: { authorization } });
  sent.on('error', () => {});
  sent.end();
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  reply.on('error', () => {});
  downloads.push(reply);
  return reply;
}

test('an unread reply is ended on both sides', async () => {
  answer = large;
  closed = 0;
  const reply = await askForExport(hasty);
  expect(reply.statusCode).toBe(200);
  await until(() => closed === 1, { timeoutMs: 8_000 });
  await expect(buffer(reply)).rejects.toThrow();
});

test('a slow client gets the whole reply', async () => {
  answer = large;
  const reply = await askForExport(hasty);
  let bytes = 0;
  for await (const piece of reply) {
    bytes += piece.length;
    if (bytes % (4 * MIB) < piece.length) await pause(500);
  }
  expect(bytes).toBe(REPLY_MIB * MIB);
});

test('exports leave connections for other calls', async () => {
  answer = (req, res) => (req.method === 'GET' ? void res.end('fine') : large(req, res));
  const [first, second, third] = [await askForExport(), await askForExport(), await askForExport()];
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  expect([third.statusCode, third.headers['retry-after']]).toEqual([503, '5']);
  expect((await fetch(`${gateway.url}/api/lead-lists`)).status).toBe(200);
  expect((await buffer(first)).length).toBe(REPLY_MIB * MIB);
  expect((await askForExport()).statusCode).toBe(200);
});

test('an export whose client left takes no slot', async () => {
  const token = await gateway.identity.tokenFor();
  let renewals = 0;
  let renewed = 0;
  answer = (req, res) => {
    if (req.url !== '/internal/sessions/refresh') return void res.end('fine');
    renewals++;
    const tokens = { access_token: token, refresh_token: 'next', expires_in: 900 };
    const json = { 'content-type': 'application/json' };
    // Replies late: the client leaves as soon as this request arrives.
    setTimeout(() => res.writeHead(200, json).end(JSON.stringify(tokens), () => renewed++), 200);
  };
  for (let call = 0; call < 3; call++) {
    const headers = { cookie: `cw_refresh=left-${call}`, origin: 'http://localhost:8080' };
    const sent = request(gateway.url + EXPORT, { method: 'POST', headers });
    sent.on('error', () => {});
    sent.end();
    await until(() => renewals === call + 1, { timeoutMs: 2_000 });
    sent.destroy();
  }
  await until(() => renewed === 3, { timeoutMs: 2_000 });
  expect((await askForExport()).statusCode).toBe(200);
});
