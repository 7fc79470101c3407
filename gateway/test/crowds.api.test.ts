import type { RequestListener, Server } from 'node:http';
import { until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedGateway, serve, startGateway } from './start-gateway.ts';

/* One client network that wants more than its share. */

let answer: RequestListener = (_req, res) => res.end('fine');
let service: Server;
let gateway: StartedGateway;

beforeAll(async () => {
  const started = await serve((req, res) => answer(req, res));
  service = started.server;
  gateway = await startGateway({
    LEADS_URL: started.url,
    OPEN_REQUESTS_PER_NETWORK: '5',
    OPEN_REQUESTS_PER_CALLER: '4',
    REQUESTS_PER_NETWORK: '40',
    PARTNER_CALLS_PER_KEY: '6',
    TRUSTED_PROXIES: '1',
  });
});
afterAll(async () => {
  await gateway?.stop();
  service?.closeAllConnections();
  service?.close();
});

const from = (address: string, path = '/api/lead-lists', headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, { headers: { 'x-forwarded-for': address, ...headers } });

const statuses = async (replies: Promise<Response>[]) =>
  (await Promise.all(replies)).map(({ status }) => status).sort();

test('requests of one network at once are capped', async () => {
  const waiting: (() => void)[] = [];
  answer = (_req, res) => void waiting.push(() => res.end('fine'));
  const first = Array.from({ length: 5 }, (_, n) => from(`2001:db8::${n + 1}`));
  await until(() => waiting.length === 5);
  const refused = await from('2001:db8::ffff');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await refused.json()).toMatchObject({ code: 'too_many_at_once' });
  const own = await from('2001:db8::fffe', '/api/docs');
  expect(own.status).toBe(429);
  const file = await from('2001:db8::fffe', '/some-file.js');
  expect(file.status).not.toBe(429);

  answer = (_req, res) => res.end('fine');
  expect((await from('2001:db8:0:1::1')).status).toBe(200);
  for (const end of waiting) end();
  expect(await statuses(first)).toEqual([200, 200, 200, 200, 200]);
  expect((await from('2001:db8::ffff')).status).toBe(200);
});

test.each(['user', 'key'])('requests of one %s at once are capped, wherever they come from', async kind => {
  const tokens = { user: await gateway.identity.tokenFor(), key: 'some-key' };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const ask = (host: number, token = kind === 'user' ? tokens.user : tokens.key) =>
    from(`198.51.100.${host}`, '/api/lead-lists', bearer(token));
  const waiting: (() => void)[] = [];
  answer = (_req, res) => void waiting.push(() => res.end('fine'));
  const first = [1, 2, 3, 4].map(host => ask(host));
  await until(() => waiting.length === 4);
  const refused = await ask(5);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await refused.json()).toMatchObject({ code: 'too_many_at_once' });

  answer = (_req, res) => res.end('fine');
  expect((await ask(6, kind === 'user' ? await gateway.identity.tokenFor() : 'other-key')).status).toBe(200);
  for (const end of waiting) end();
  expect(await statuses(first)).toEqual([200, 200, 200, 200]);
  await until(async () => (await ask(5)).status === 200);
});

test('a client that leaves frees its slot', async () => {
  let calls = 0;
  answer = () => void calls++;
  const left = new AbortController();
  const headers = { 'x-forwarded-for': '192.0.2.1' };
  const begun = Array.from({ length: 5 }, () =>
    fetch(`${gateway.url}/api/lead-lists`, { headers, signal: left.signal }).catch(() => undefined),
  );
  await until(() => calls === 5);
  left.abort();
  await Promise.all(begun);
  answer = (_req, res) => res.end('fine');
  await until(async () => (await from('192.0.2.1')).status === 200, { timeoutMs: 2_000 });
});

test('addresses of one IPv6 network share a limit', async () => {
  const seen = new Set<number>();
  for (let call = 0; call < 41; call++) seen.add((await from(`2001:db8:7::${call + 1}`)).status);
  expect([...seen]).toEqual([200, 429]);
  expect((await from('2001:db8:8::1')).status).toBe(200);
});

const partnerPath = '/api/v1/agents-properties';

test('invented keys get no limits of their own', async () => {
  const seen: number[] = [];
  for (let call = 0; call < 8; call++) {
    const reply = await from('192.0.2.2', partnerPath, { authorization: `Bearer made-up-${call}` });
    seen.push(reply.status);
  }
  expect(seen).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
});

test('a key counts in all networks', async () => {
  const headers = { authorization: 'Bearer one-key' };
  const seen: string[] = [];
  for (let call = 0; call < 7; call++) {
    const reply = await from(`192.0.2.${10 + call}`, partnerPath, headers);
    seen.push(`${reply.status} ${reply.headers.get('ratelimit')?.replace(/;t=\d+$/, '')}`);
  }
  expect(seen).toEqual([
    '200 "minute";r=5',
    '200 "minute";r=4',
    '200 "minute";r=3',
    '200 "minute";r=2',
    '200 "minute";r=1',
    '200 "minute";r=0',
    '429 "minute";r=0',
  ]);
});

test('every 429 has the limit', async () => {
  let reply = await from('192.0.2.3');
  while (reply.status === 200) reply = await from('192.0.2.3');
  expect(reply.headers.get('ratelimit-policy')).toBe('"minute";q=40;w=60');
  expect(reply.headers.get('ratelimit')).toMatch(/^"minute";r=0;t=\d+$/);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
});
