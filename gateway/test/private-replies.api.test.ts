import type { OutgoingHttpHeaders, Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { publicRoutes } from '../src/routing-table.ts';
import { type StartedGateway, serve, startGateway } from './start-gateway.ts';

/* Cache headers for caches between the gateway and browsers. */

let headers: OutgoingHttpHeaders = {};
let service: Server;
let gateway: StartedGateway;
let token: string;

beforeAll(async () => {
  const started = await serve((req, res) => {
    if (req.url !== '/internal/sessions/refresh') return res.writeHead(200, headers).end('fine');
    const tokens = { access_token: token, refresh_token: 'next', expires_in: 900 };
    return res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(tokens));
  });
  service = started.server;
  const url = started.url;
  const names = ['AUTH', 'CATALOG', 'BILLING', 'LEADS', 'NOTIFICATIONS', 'CONTENT'];
  gateway = await startGateway(Object.fromEntries(names.map(name => [`${name}_URL`, url])));
  token = await gateway.identity.tokenFor();
});
afterAll(async () => {
  await gateway?.stop();
  service?.closeAllConnections();
  service?.close();
});
beforeEach(() => {
  headers = {};
});

const publicPath = '/api/help/articles';
const cacheControlOf = async (path: string, sent: Record<string, string> = {}) =>
  (await fetch(gateway.url + path, { headers: sent })).headers.get('cache-control');

test.each(['/api/lead-lists', '/api/user/agents', '/api/admin/agents'])('no cache keeps %s', async path => {
  expect(await cacheControlOf(path)).toBe('no-store');
  expect(await cacheControlOf(path, { authorization: `Bearer ${token}` })).toBe('no-store');
});

const calls = publicRoutes.map(({ method, path, access }) => ({
  method: method === '*' ? 'GET' : method,
  path: path.replace('*', 'user').replaceAll(/\{\w+\}/g, '01a1fe08-0370-7c04-bbff-5ffcbea7fc49'),
  access,
}));

test.each(calls)('no cache keeps $method $path of a signed-in user', async ({ method, path, access }) => {
  const signedIn = [
    { authorization: `Bearer ${token}` },
    { cookie: `cw_access=${token}`, origin: 'http://localhost:8080' },
  ];
  const values = ['private, no-cache', ...(access === 'public' ? [] : ['public, max-age=60'])];
  for (const cacheControl of values) {
    headers = { 'cache-control': cacheControl };
    for (const sent of signedIn) {
      const reply = await fetch(gateway.url + path, { method, headers: sent });
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
    }
  }
});

test('a service can declare its reply public', async () => {
  headers = { 'cache-control': 'public, max-age=60' };
  const sent = { authorization: `Bearer ${token}` };
  expect(await cacheControlOf(publicPath, sent)).toBe('public, max-age=60');
});

test('a public reply keeps its cache-control', async () => {
  expect(await cacheControlOf(publicPath)).toBeNull();
  headers = { 'cache-control': 'public, max-age=60' };
  expect(await cacheControlOf(publicPath)).toBe('public, max-age=60');
});

test("a public route's reply to a known user is not stored", async () => {
  expect(await cacheControlOf(publicPath, { cookie: `cw_access=${token}` })).toBe('no-store');
});

test('a reply that sets a cookie is not stored', async () => {
  headers = { 'set-cookie': 'a=1' };
  expect(await cacheControlOf(publicPath)).toBe('no-store');
});

test('a reply with a renewed session is not stored', async () => {
  headers = { 'cache-control': 'public, max-age=60' };
  const reply = await fetch(gateway.url + publicPath, { headers: { cookie: 'cw_refresh=some' } });
  expect(reply.headers.getSetCookie()).toHaveLength(2);
  expect(reply.headers.get('cache-control')).toBe('no-store');
});
