import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedGateway, serve, startGateway } from './start-gateway.ts';

let gateway: StartedGateway;
beforeAll(async () => {
  gateway = await startGateway({ CONTENT_URL: 'http://127.0.0.1:9' });
});
afterAll(() => gateway?.stop());

const call = (path: string, init: RequestInit = {}) => fetch(gateway.url + path, init);

test('every reply carries the security headers', async () => {
  for (const path of ['/api/nothing', '/api/openapi.json', '/api/lead-lists']) {
    const { headers } = await call(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(/script-src ([^;]+)/.exec(policy)?.[1]).toBe(
      "'self' https://js.stripe.com https://*.js.stripe.com",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('permissions-policy')).toContain('camera=()');
  }
});

test('health lists the services that are away', async () => {
  const reply = await call('/api/health');
  expect(reply.status).toBe(503);
  expect(await reply.json()).toMatchObject({ status: 'degraded', services: { content: 'away' } });
});

test('health asks the management ports', async () => {
  const names: string[] = [];
  const { url, server } = await serve((req, res) => {
    names.push(`${req.url}`);
    res.end();
  });
  const services = [
    'AUTH',
    'CATALOG',
    'BILLING',
    'LEADS',
    'LEADS_INGEST',
    'LEADS_FEEDS',
    'NOTIFICATIONS',
    'CONTENT',
  ];
  const whole = await startGateway(Object.fromEntries(services.map(name => [`${name}_MANAGEMENT_URL`, url])));
  const reply = await fetch(`${whole.url}/api/health`);
  expect([reply.status, await reply.json()]).toMatchObject([200, { status: 'ready' }]);
  expect(names).toEqual(Array(8).fill('/readyz'));
  await whole.stop();
  server.closeAllConnections();
  server.close();
});

test("operators' paths are only on the management port", async () => {
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    expect([path, (await fetch(gateway.managementUrl + path)).status]).toEqual([path, 200]);
    expect((await call(path)).status).not.toBe(200);
  }
  expect((await fetch(`${gateway.managementUrl}/api/health`)).status).toBe(404);
});

test('the OpenAPI document describes every public route', async () => {
  const document = (await (await call('/api/openapi.json')).json()) as {
    openapi: string;
    paths: Record<string, object>;
  };
  expect(document.openapi).toMatch(/^3\.1/);
  expect(Object.keys(document.paths)).toContain('/api/admin/zip-codes/{id}/leads');
  expect(Object.keys(document.paths).filter(path => path.startsWith('/internal'))).toEqual([]);
  expect(document.paths['/api/v1/leads']).toHaveProperty('post');
});

test('the AsyncAPI document describes every event', async () => {
  const document = (await (await call('/api/asyncapi.json')).json()) as {
    asyncapi: string;
    channels: Record<string, { address: string }>;
  };
  expect(document.asyncapi).toBe('3.0.0');
  expect(document.channels.leadListReady?.address).toBe('lead-list.ready');
});

test('the API reference needs no inline script', async () => {
  const html = await (await call('/api/docs')).text();
  expect(html).not.toMatch(/<script>/);
  const [, ...files] = [...html.matchAll(/"(\/api\/docs\/[^"]+)"/g)].map(([, path = '']) => path);
  for (const file of [...files, '/api/docs/assets/swagger-ui.css'])
    expect([file, (await call(file)).status]).toEqual([file, 200]);
});

test.each([
  'package.json',
  'README.md',
  'LICENSE',
  'index.html',
  'absolute-path.js',
  'swagger-initializer.js',
  'swagger-ui-bundle.js.map',
  'swagger-ui-es-bundle.js',
  'oauth2-redirect.html',
  '',
])('/api/docs/assets/%s is not served', async file => {
  expect((await call(`/api/docs/assets/${file}`)).status).toBe(404);
});
