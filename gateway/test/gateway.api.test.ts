import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openBus } from '@closingwire/chassis/bus';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { testBusOptions, testIdentity, until } from '@closingwire/chassis/testing';
import { sessionRevoked, userSuspended } from '@closingwire/contracts/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gatewayConfig } from '../src/config.ts';
import { createGateway } from '../src/service.ts';

const log = createLog('gateway-test', 'silent');
const origin = 'http://localhost:8080';

let seen: { req: IncomingMessage; body: string }[] = [];
let answer: RequestListener;
let refreshes = 0;
let identity: Awaited<ReturnType<typeof testIdentity>>;
let gateway: ReturnType<typeof createGateway>;
let bus: ReturnType<typeof openBus>;
const servers: Server[] = [];

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const json = (res: Parameters<RequestListener>[1], body: unknown) => {
  res.setHeader('content-type', 'application/json');
  res.end(JSON.stringify(body));
};

const userId = newId();
const activeSession = newId();
const freshToken = () => identity.tokenFor({ id: userId, sessionId: activeSession });

async function auth(req: IncomingMessage, res: Parameters<RequestListener>[1]) {
  if (req.url !== '/internal/sessions/refresh') return json(res, { ok: true });
  refreshes++;
  const body = await new Response(req as never).text();
  if (!body.includes('good-refresh')) {
    res.statusCode = 400;
    return json(res, {
      message: 'Invalid Refresh Token: Refresh Token Not Found',
      code: 'refresh_token_not_found',
    });
  }
  const access_token = await freshToken();
  return json(res, {
    access_token,
    refresh_token: 'next-refresh',
    expires_in: 900,
    expires_at: 1,
    token_type: 'bearer',
  });
}

const start = async (service: { parts: { start(): Promise<void> }[] }) => {
  for (const part of service.parts) await part.start();
};

beforeAll(async () => {
  identity = await testIdentity();
  const busOptions = testBusOptions();
  bus = openBus({ ...busOptions, clientId: 'gateway-test', log });
  const leads = await listen(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    seen.push({ req, body: Buffer.concat(chunks).toString() });
    answer(req, res);
  });
  gateway = createGateway(
    gatewayConfig.parse({
      PORT: 0,
      PUBLIC_URL: origin,
      KAFKA_BROKERS: busOptions.brokers.join(','),
      KAFKA_TOPIC_PREFIX: busOptions.topicPrefix,
      JWKS_URL: identity.jwksUrl,
      TOKEN_ISSUER: identity.issuer,
      SERVICE_SECRET: identity.serviceSecret,
      AUTH_URL: await listen(auth),
      LEADS_URL: leads,
      CONTENT_URL: 'http://127.0.0.1:9',
      RESTART_MS: '100',
      FRONTEND_DIST: '/nowhere',
      UPSTREAM_TIMEOUT_MS: 300,
      EXPORTS_PER_ACCOUNT: 3,
      OUTCOMES_PER_ACCOUNT: 2,
    }),
    { log },
  );
  await bus.part.start();
  await start(gateway);
});

afterAll(async () => {
  for (const part of gateway.parts.toReversed()) await part.stop();
  await bus.part.stop();
  await identity.close();
  for (const server of servers) server.close();
});

beforeEach(() => {
  seen = [];
  refreshes = 0;
  answer = (_req, res) => json(res, { agents: [] });
});

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${gateway.http.url}${path}`, { redirect: 'manual', ...init });
const withCookie = (access: string, more: Record<string, string> = {}) => ({
  cookie: `cw_access=${access}`,
  ...more,
});

describe('a call on its way to a service', () => {
  test('a cookie becomes a bearer and stays behind', async () => {
    const token = await freshToken();
    const reply = await call('/api/user/agents?page=2', { headers: withCookie(token) });
    expect(reply.status).toBe(200);
    expect(seen[0]?.req.headers).toMatchObject({ authorization: `Bearer ${token}` });
    expect(seen[0]?.req.headers.cookie).toBeUndefined();
    expect(seen[0]?.req.url).toBe('/api/user/agents?page=2');
  });

  test('headers that claim an identity are replaced', async () => {
    const headers = {
      'x-user-id': 'me',
      'x-forwarded-for': '6.6.6.6',
      forwarded: 'for=6.6.6.6',
      'x-request-id': 'mine-mine',
    };
    const reply = await call('/api/v1/leads', { method: 'POST', body: 'rows', headers });
    const sent = seen[0]?.req.headers ?? {};
    expect(sent).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-request-id': reply.headers.get('x-request-id'),
    });
    expect(sent).not.toHaveProperty('x-user-id');
    expect(sent).not.toHaveProperty('forwarded');
    expect(seen[0]?.body).toBe('rows');
  });

  test('an expired access cookie is renewed', async () => {
    const expired = await identity.tokenFor({ id: userId }, { lifeS: -60 });
    const headers = { cookie: `cw_access=${expired}; cw_refresh=good-refresh-1` };
    const replies = await Promise.all([1, 2, 3].map(() => call('/api/user/agents', { headers })));
    expect(replies.map(reply => reply.status)).toEqual([200, 200, 200]);
    expect(refreshes).toBe(1);
    for (const reply of replies) expect(reply.headers.getSetCookie()[1]).toContain('cw_refresh=next-refresh');
  });

  test('an invalid refresh cookie is cleared', async () => {
    const reply = await call('/api/user/agents', { headers: { cookie: 'cw_refresh=stale' } });
    expect(reply.headers.getSetCookie()[1]).toMatch(/^cw_refresh=; Max-Age=0/);
    expect(seen[0]?.req.headers.authorization).toBeUndefined();
  });

  test('another site cannot use the cookie', async () => {
    const headers = withCookie(await freshToken(), { origin: 'https://evil.example' });
    const reply = await call('/api/lead-flags', { method: 'POST', headers });
    expect(reply.status).toBe(403);
    expect(await reply.json()).toMatchObject({ code: 'cross_origin', status: 403 });
    expect(seen).toEqual([]);
  });

  test('requests above the limit are refused with the time to wait', async () => {
    const headers = { authorization: `Bearer ${await identity.tokenFor()}` };
    const replies = [];
    for (let i = 0; i < 4; i++)
      replies.push(await call('/api/user/agents/export', { method: 'POST', headers }));
    expect(replies.map(reply => reply.status)).toEqual([200, 200, 200, 429]);
    expect(Number(replies[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(replies[0]?.headers.get('ratelimit')).toMatch(/^"minute";r=2;t=\d+$/);
  });

  test('outcomes above the limit of their account are refused', async () => {
    const headers = { authorization: `Bearer ${await identity.tokenFor()}` };
    const statuses = [];
    for (let i = 0; i < 3; i++)
      statuses.push((await call(`/api/user/outcomes/${newId()}`, { method: 'PUT', headers })).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('sessions that ended', () => {
  test('a revoked session is refused within a second', async () => {
    const sessionId = newId();
    const headers = withCookie(await identity.tokenFor({ sessionId }));
    expect((await call('/api/user/agents', { headers })).status).toBe(200);
    const revokedAt = new Date().toISOString();
    await bus.send(sessionRevoked, [{ data: { id: sessionId, version: 1, userId: newId(), revokedAt } }]);
    const reply = await until(
      async () => {
        const next = await call('/api/user/agents', { headers });
        return next.status === 401 ? next : undefined;
      },
      { timeoutMs: 1_000 },
    );
    expect(reply.headers.getSetCookie()).toHaveLength(2);
  });

  test('a suspended user is refused within a second', async () => {
    row('beyond/suspension');
    const id = newId();
    const headers = { authorization: `Bearer ${await identity.tokenFor({ id })}` };
    const data = {
      id,
      version: 2,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Example',
      phone: '',
      companyName: '',
      industry: '',
      teamSize: '',
      status: 'suspended' as const,
      isAdmin: false,
      emailNotifications: true,
      activatedAt: new Date().toISOString(),
    };
    await bus.send(userSuspended, [{ data }]);
    await until(async () => (await call('/api/user/agents', { headers })).status === 401, {
      timeoutMs: 1_000,
    });
  });
});

describe('what goes wrong', () => {
  const codeOf = async (reply: Response) => ((await reply.json()) as { code: string }).code;

  test('an unknown path is a problem document', async () => {
    const reply = await call('/api/nothing');
    expect(reply.status).toBe(404);
    expect(reply.headers.get('content-type')).toBe('application/problem+json');
    expect(await codeOf(reply)).toBe('not_found');
  });

  test("a wrong method's reply lists the right one", async () => {
    const reply = await call('/api/contact');
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('internal routes cannot be reached', async () => {
    for (const path of ['/internal/claims', '/api/../internal/claims', '/api/%2e%2e/internal/claims'])
      expect((await call(path, { method: 'POST' })).status).toBe(404);
    expect(seen).toEqual([]);
  });

  test('a service away is a 503', async () => {
    const reply = await call('/api/help/articles');
    expect([reply.status, await codeOf(reply)]).toEqual([503, 'upstream_unavailable']);
  });

  test('a service too slow is a 504', async () => {
    answer = () => {};
    const reply = await call('/api/lead-lists');
    expect([reply.status, await codeOf(reply)]).toEqual([504, 'upstream_timeout']);
  });

  test('a service that dies halfway cuts the reply off', async () => {
    answer = (_req, res) => {
      res.writeHead(200, { 'content-length': 100 });
      res.write('half', () => res.destroy());
    };
    await expect(call('/api/lead-lists').then(reply => reply.text())).rejects.toThrow();
    answer = (_req, res) => json(res, []);
    expect((await call('/api/lead-lists')).status).toBe(200);
  });

  test('the reply says that the front end is not built', async () => {
    const reply = await call('/');
    expect(reply.status).toBe(503);
    expect(await reply.text()).toContain('The front end is not built');
  });
});
