import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedGateway, startGateway } from './start-gateway.ts';

const script = 'console.log("a page");'.repeat(50);

let dist: string;
let gateway: StartedGateway;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'front-end-'));
  await mkdir(join(dist, 'assets'));
  await mkdir(join(dist, 'help'));
  await writeFile(join(dist, 'index.html'), '<title>landing</title>');
  await writeFile(join(dist, 'app.html'), '<title>shell</title>');
  await writeFile(join(dist, 'help/index.html'), '<title>help, prerendered</title>');
  await writeFile(join(dist, 'assets/main-4f2a.js'), script);
  await writeFile(join(dist, 'assets/main-4f2a.js.br'), brotliCompressSync(script));
  await writeFile(join(dist, 'robots.txt'), 'User-agent: *');
  gateway = await startGateway({ FRONTEND_DIST: dist });
});
afterAll(async () => {
  await gateway?.stop();
  await rm(dist, { recursive: true, force: true });
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const reply = await fetch(gateway.url + path, { headers });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};

test('hashed files are compressed and kept for ever', async () => {
  const reply = await get('/assets/main-4f2a.js', { 'accept-encoding': 'br' });
  expect(reply.text).toBe(script);
  expect(reply.headers.get('content-encoding')).toBe('br');
  expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(reply.headers.get('vary')).toMatch(/accept-encoding/i);
});

test('an unchanged page is not sent again', async () => {
  const first = await get('/robots.txt');
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const etag = first.headers.get('etag') ?? '';
  expect((await get('/robots.txt', { 'if-none-match': etag })).status).toBe(304);
});

test.each([
  ['/', 'landing'],
  ['/help', 'help, prerendered'],
  ['/zips', 'shell'],
  ['/agents/90210?page=2', 'shell'],
])('%s shows the %s', async (path, title) => {
  const reply = await get(path);
  expect([reply.status, reply.text]).toEqual([200, `<title>${title}</title>`]);
});

test('the signed-in get the shell everywhere', async () => {
  expect((await get('/', { cookie: 'cw_refresh=some' })).text).toBe('<title>shell</title>');
});

test('an unknown page is a 404 that the app shows', async () => {
  const reply = await get('/no-such-page');
  expect([reply.status, reply.text]).toEqual([404, '<title>shell</title>']);
});

test.each(['/assets/main-0000.js', '/missing.png', '/.env', '/../package.json', '/%2e%2e/package.json'])(
  '%s is no file of ours',
  async path => {
    const reply = await get(path);
    expect(reply.status).toBe(404);
    expect(reply.text).not.toContain('closingwire/gateway');
  },
);
