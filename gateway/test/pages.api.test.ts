import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { placeholderOrigin, placeholderPrice } from '@closingwire/contracts/pages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askByName } from './ask-by-name.ts';
import { type StartedGateway, startGateway } from './start-gateway.ts';

const script = 'console.log("a page");'.repeat(50);
const host = 'lists.example';
const publicUrl = `https://${host}`;
const canonical = (path: string) => `<link rel="canonical" href="${publicUrl}${path}">`;

let dist: string;
let gateway: StartedGateway;

async function build(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'front-end-'));
  const write = async (path: string, body: string | Buffer) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), body);
  };
  await write('index.html', `landing<link rel="canonical" href="${placeholderOrigin}/">`);
  await write('index.html.br', brotliCompressSync('the document before it was addressed'));
  await write('app.html', 'shell');
  await write('contact/index.html', `<html data-price="${placeholderPrice}">`);
  await write('help/index.html', `help<link rel="canonical" href="${placeholderOrigin}/help">`);
  await write('assets/main-4f2a.js', script);
  await write('assets/main-4f2a.js.br', brotliCompressSync(script));
  await write('robots.txt', `User-agent: *\nSitemap: ${placeholderOrigin}/sitemap.xml\n`);
  return folder;
}

beforeAll(async () => {
  dist = await build();
  gateway = await startGateway({ FRONTEND_DIST: dist, PUBLIC_URL: publicUrl, PRICE_CENTS: '1950' });
});
afterAll(async () => {
  await gateway?.stop();
  await rm(dist, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  askByName(gateway.url, path, { headers: { host, ...headers } });

test('hashed files are compressed and kept for ever', async () => {
  const reply = await get('/assets/main-4f2a.js', { 'accept-encoding': 'br' });
  expect(reply.text).toBe(script);
  expect(reply.headers.get('content-encoding')).toBe('br');
  expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(reply.headers.get('vary')).toMatch(/accept-encoding/i);
});

test.each(['/', '/robots.txt'])('%s is not sent again unchanged', async path => {
  const first = await get(path);
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const etag = first.headers.get('etag') ?? '';
  expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
});

test.each([
  ['/', `landing${canonical('/')}`],
  ['/help', `help${canonical('/help')}`],
  ['/help/', `help${canonical('/help')}`],
  ['/help?search=trial', `help${canonical('/help')}`],
  ['/zips', 'shell'],
  ['/agents/90210?page=2', 'shell'],
])('%s shows %s', async (path, text) => {
  const reply = await get(path);
  expect([reply.status, reply.text]).toEqual([200, text]);
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
});

test.each([
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('a page is sent as %s allows, with its address', async (accepted, sent) => {
  const reply = await get('/', { 'accept-encoding': accepted });
  expect(reply.headers.get('content-encoding')).toBe(sent);
  expect(reply.headers.get('vary')).toMatch(/accept-encoding/i);
  expect(reply.text).toBe(`landing${canonical('/')}`);
});

test('a page shows the configured price', async () => {
  expect((await get('/contact')).text).toBe('<html data-price="$19.50">');
});

test("robots.txt has the sitemap's absolute address", async () => {
  const reply = await get('/robots.txt');
  expect(reply.text).toBe(`User-agent: *\nSitemap: ${publicUrl}/sitemap.xml\n`);
  expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
});

test('signed-in users get the shell on every page', async () => {
  expect((await get('/', { cookie: '__Host-cw_refresh=some' })).text).toBe('shell');
});

test.each([
  ['a visitor', {}],
  ['the signed-in', { cookie: '__Host-cw_refresh=some' }],
])('an unknown page is a 404 that the app shows to %s', async (_, headers) => {
  for (const path of [
    '/no-such-page',
    '/healthz',
    '/readyz',
    '/metrics',
    '/app',
    '/index',
    '/help/more',
    '/agents/9021',
  ]) {
    const reply = await get(path, headers);
    expect([path, reply.status, reply.text]).toEqual([path, 404, 'shell']);
  }
});

test.each([
  '/assets/main-0000.js',
  '/missing.png',
  '/.env',
  '/index.html',
  '/help/index.html',
  '/app.html',
  '/assets/main-4f2a.js.br',
])('%s is not served', async path => {
  const reply = await get(path);
  expect(reply.status).toBe(404);
  expect(reply.text).not.toMatch(/closingwire\/gateway|landing|public-address/);
});

test.each(['/../package.json', '/%2e%2e/package.json'])('%s is refused', async path => {
  expect((await get(path)).status).toBe(400);
});

describe('at another host name', () => {
  const elsewhere = { host: '127.0.0.1:8080' };

  test.each(['/', '/help', '/zips', '/agents/90210?page=2&search=a%20b', '/no-such-page'])(
    '%s leads to its public address',
    async path => {
      const reply = await get(path, elsewhere);
      expect([reply.status, reply.headers.get('location')]).toEqual([302, publicUrl + path]);
      expect(reply.headers.get('cache-control')).toBe('no-store');
    },
  );

  test('a path cannot redirect elsewhere', async () => {
    const reply = await get('//evil.example/help', elsewhere);
    expect([reply.status, reply.headers.get('location')]).toEqual([400, null]);
  });

  test('calls and files are not redirected', async () => {
    const paths = ['/api/openapi.json', '/assets/main-4f2a.js', '/robots.txt'];
    const replies = await Promise.all(paths.map(path => get(path, elsewhere)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('HEAD is not redirected', async () => {
    const reply = await askByName(gateway.url, '/', { method: 'HEAD', headers: elsewhere });
    expect(reply.status).toBe(200);
  });
});

describe('behind a proxy', () => {
  let behind: StartedGateway;
  beforeAll(async () => {
    behind = await startGateway({ FRONTEND_DIST: dist, PUBLIC_URL: publicUrl, TRUSTED_PROXIES: '1' });
  });
  afterAll(() => behind?.stop());

  test.each([
    [{ host: 'gateway:8080' }, 200],
    [{ host: 'gateway:8080', 'x-forwarded-host': host }, 200],
    [{ host, 'x-forwarded-host': 'www.lists.example' }, 302],
  ] as const)('the name that counts is what the browser asked for: %o', async (headers, status) => {
    expect((await askByName(behind.url, '/help', { headers })).status).toBe(status);
  });
});
