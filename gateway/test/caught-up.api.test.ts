import { openBus } from '@closingwire/chassis/bus';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { testBusOptions, testIdentity } from '@closingwire/chassis/testing';
import { sessionRevoked, userDeleted } from '@closingwire/contracts/auth';
import { freePort } from '@closingwire/local/ports/free-port';
import { afterEach, expect, test } from 'vitest';
import { type StartedGateway, serve, startGateway } from './start-gateway.ts';

const log = createLog('test', 'silent');
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

/** The service behind the route of the tests: it wants a bearer. */
async function anyService(): Promise<string> {
  const { url, server } = await serve((req, res) => {
    res.writeHead(req.headers.authorization ? 200 : 401).end('{}');
  });
  stops.push(() => new Promise(resolve => server.close(resolve)));
  return url;
}

async function start(settings: Record<string, string>): Promise<StartedGateway> {
  const gateway = await startGateway({ LEADS_URL: await anyService(), ...settings });
  stops.push(gateway.stop);
  return gateway;
}

const agents = async ({ url }: StartedGateway, headers: Record<string, string>) =>
  (await fetch(`${url}/api/user/agents`, { headers })).status;
const asBearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Many sessions that were revoked, and users that were deleted, while no gateway ran. */
async function manyRevoked() {
  const options = testBusOptions();
  const bus = openBus({ ...options, clientId: 'test', log });
  stops.push(bus.part.stop);
  const at = new Date().toISOString();
  const sessions = Array.from({ length: 20_000 }, () => ({
    data: { id: newId(), version: 1, userId: newId(), revokedAt: at },
  }));
  const users = Array.from({ length: 20_000 }, () => ({ data: { id: newId(), version: 2, deletedAt: at } }));
  await bus.send(sessionRevoked, sessions);
  await bus.send(userDeleted, users);
  const last = { sessionId: sessions.at(-1)?.data.id ?? '', userId: users.at(-1)?.data.id ?? '' };
  return { options, last };
}

test('a session that was revoked while the gateway was down is refused from the first request on', async () => {
  const { options, last } = await manyRevoked();
  const gateway = await start({ KAFKA_TOPIC_PREFIX: options.topicPrefix });
  expect((await fetch(`${gateway.managementUrl}/readyz`)).status).toBe(200);
  const [ended, deleted, live] = await Promise.all(
    [{ sessionId: last.sessionId }, { id: last.userId }, {}].map(user => gateway.identity.tokenFor(user)),
  );
  const replies = [ended, deleted, live].map(token => agents(gateway, asBearer(String(token))));
  expect(await Promise.all(replies)).toEqual([401, 401, 200]);
}, 60_000);

/** Auth, as far as it trades refresh tokens: of the session 'ended' none. */
async function tradingAuth(token: () => Promise<string>): Promise<string> {
  const { url, server } = await serve(async (req, res) => {
    let body = '';
    for await (const piece of req) body += piece;
    const isLive = JSON.parse(body).refreshToken === 'live';
    const tokens = { access_token: await token(), refresh_token: 'next', token_type: 'bearer' };
    const problem = { title: 'Unauthorized', status: 401, code: 'session_not_found', detail: 'It has ended' };
    res.writeHead(isLive ? 200 : 401, {
      'content-type': isLive ? 'application/json' : 'application/problem+json',
    });
    res.end(JSON.stringify(isLive ? { ...tokens, expires_in: 900, expires_at: 9_999_999_999 } : problem));
  });
  stops.push(() => new Promise(resolve => server.close(resolve)));
  return url;
}

test('a gateway without a broker starts, and lets auth decide about older tokens', async () => {
  const identity = await testIdentity();
  stops.push(identity.close);
  const older = await identity.tokenFor();
  const begunAt = performance.now();
  const gateway = await start({
    JWKS_URL: identity.jwksUrl,
    TOKEN_ISSUER: identity.issuer,
    KAFKA_BROKERS: `127.0.0.1:${await freePort()}`,
    AUTH_URL: await tradingAuth(() => identity.tokenFor()),
  });
  expect(performance.now() - begunAt).toBeLessThan(35_000);
  expect((await fetch(`${gateway.managementUrl}/readyz`)).status).toBe(200);
  const cookieOf = (refresh: string) => ({ cookie: `cw_access=${older}; cw_refresh=${refresh}` });
  expect(await agents(gateway, cookieOf('live'))).toBe(200);
  expect(await agents(gateway, cookieOf('ended'))).toBe(401);
  expect(await agents(gateway, asBearer(older))).toBe(401);
  expect(await agents(gateway, asBearer(await identity.tokenFor()))).toBe(200);
}, 60_000);
