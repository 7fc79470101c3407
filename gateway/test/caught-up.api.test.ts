import { openBus } from '@closingwire/chassis/bus';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { testBusOptions, testIdentity } from '@closingwire/chassis/testing';
import { sessionRevoked, userDeleted } from '@closingwire/contracts/auth';
import { freePort } from '@closingwire/local/ports/free-port';
import { expect, type TestContext, test } from 'vitest';
import { type StartedGateway, serve, startGateway } from './start-gateway.ts';

const log = createLog('test', 'silent');
type Stops = (() => Promise<unknown>)[];

/** Returns a list of functions that run after the test, the last first. */
function stopsOf({ onTestFinished }: TestContext): Stops {
  const stops: Stops = [];
  onTestFinished(async () => {
    for (const stop of stops.toReversed()) await stop();
  });
  return stops;
}

/** A service whose route requires a bearer. */
async function anyService(stops: Stops): Promise<string> {
  const { url, server } = await serve((req, res) => {
    res.writeHead(req.headers.authorization ? 200 : 401).end('{}');
  });
  stops.push(() => new Promise(resolve => server.close(resolve)));
  return url;
}

async function start(stops: Stops, settings: Record<string, string>): Promise<StartedGateway> {
  const gateway = await startGateway({ LEADS_URL: await anyService(stops), ...settings });
  stops.push(gateway.stop);
  return gateway;
}

const agents = async ({ url }: StartedGateway, headers: Record<string, string>) =>
  (await fetch(`${url}/api/user/agents`, { headers })).status;
const asBearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Publishes many revoked sessions and deleted users before a gateway runs. */
async function manyRevoked(stops: Stops) {
  const options = testBusOptions();
  const bus = openBus({ ...options, clientId: 'test', log });
  stops.push(bus.part.stop);
  const at = new Date().toISOString();
  const sessions = Array.from({ length: 5_000 }, () => ({
    data: { id: newId(), version: 1, userId: newId(), revokedAt: at },
  }));
  const users = Array.from({ length: 5_000 }, () => ({ data: { id: newId(), version: 2, deletedAt: at } }));
  await bus.send(sessionRevoked, sessions);
  await bus.send(userDeleted, users);
  const last = { sessionId: sessions.at(-1)?.data.id ?? '', userId: users.at(-1)?.data.id ?? '' };
  return { options, last };
}

test.concurrent('a session that was revoked while the gateway was down is refused from the first request on', async context => {
  const stops = stopsOf(context);
  const { options, last } = await manyRevoked(stops);
  const gateway = await start(stops, { KAFKA_TOPIC_PREFIX: options.topicPrefix });
  expect((await fetch(`${gateway.managementUrl}/readyz`)).status).toBe(200);
  const [ended, deleted, live] = await Promise.all(
    [{ sessionId: last.sessionId }, { id: last.userId }, {}].map(user => gateway.identity.tokenFor(user)),
  );
  const replies = [ended, deleted, live].map(token => agents(gateway, asBearer(String(token))));
  expect(await Promise.all(replies)).toEqual([401, 401, 200]);
}, 60_000);

/** An auth service that trades only the refresh token 'live'. */
async function tradingAuth(stops: Stops, token: () => Promise<string>): Promise<string> {
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

test.concurrent('a gateway without a broker starts, and lets auth decide about older tokens', async context => {
  const stops = stopsOf(context);
  const identity = await testIdentity();
  stops.push(identity.close);
  const older = await identity.tokenFor();
  const begunAt = performance.now();
  const gateway = await start(stops, {
    JWKS_URL: identity.jwksUrl,
    TOKEN_ISSUER: identity.issuer,
    KAFKA_BROKERS: `127.0.0.1:${await freePort()}`,
    AUTH_URL: await tradingAuth(stops, () => identity.tokenFor()),
  });
  expect(performance.now() - begunAt).toBeLessThan(35_000);
  expect((await fetch(`${gateway.managementUrl}/readyz`)).status).toBe(200);
  const cookieOf = (refresh: string) => ({ cookie: `cw_access=${older}; cw_refresh=${refresh}` });
  expect(await agents(gateway, cookieOf('live'))).toBe(200);
  expect(await agents(gateway, cookieOf('ended'))).toBe(401);
  expect(await agents(gateway, asBearer(older))).toBe(401);
  expect(await agents(gateway, asBearer(await identity.tokenFor()))).toBe(200);
}, 60_000);
