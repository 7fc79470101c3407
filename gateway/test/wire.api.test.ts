import { AuthClient } from '@supabase/auth-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedGateway, serve, startGateway } from './start-gateway.ts';

/* The gateway's own replies to clients of the wire protocol. */

let busy: StartedGateway;
let alone: StartedGateway;
let seen: { method: string | undefined; headers: Record<string, unknown> }[] = [];
let stopAuth: () => void;

beforeAll(async () => {
  const { url, server } = await serve((req, res) => {
    seen.push({ method: req.method, headers: req.headers });
    res.setHeader('x-request-id', String(req.headers['x-request-id']));
    res.statusCode = 204;
    res.end();
  });
  stopAuth = () => server.close();
  busy = await startGateway({ AUTH_URL: url, REQUESTS_PER_NETWORK: '20' });
  alone = await startGateway({ AUTH_URL: 'http://127.0.0.1:1' });
});
afterAll(async () => {
  await busy?.stop();
  await alone?.stop();
  stopAuth();
});

const wireOf = ({ url }: StartedGateway) => `${url}/api/auth/v1`;
const elsewhere = { origin: 'https://elsewhere.example' };
const clientOf = (gateway: StartedGateway) =>
  new AuthClient({ url: wireOf(gateway), autoRefreshToken: false, persistSession: false });
const someone = { email: 'ada@example.com', password: 'a-good-password' };

test('every method reaches auth, from any origin', async () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  for (const method of methods) {
    const reply = await fetch(`${wireOf(busy)}/user`, { method, headers: elsewhere });
    expect(reply.status).toBe(204);
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect(seen.map(({ method }) => method)).toEqual(methods);
});

test('no cookie proves a user on another site', async () => {
  seen = [];
  const headers = { ...elsewhere, cookie: `cw_access=${await busy.identity.tokenFor({})}` };
  const reply = await fetch(`${wireOf(busy)}/logout`, { method: 'POST', headers });
  expect(reply.status).toBe(403);
  expect(seen).toEqual([]);
});

test('a limit is described in words of the protocol', async () => {
  const client = clientOf(busy);
  const errors = [];
  for (let n = 0; n < 21; n++) errors.push((await client.signInWithPassword(someone)).error);
  expect(errors.at(-1)).toMatchObject({
    name: 'AuthApiError',
    status: 429,
    code: 'over_request_rate_limit',
    message: 'Request rate limit reached',
  });
  const old = await fetch(`${wireOf(busy)}/token`, { method: 'POST', headers: elsewhere });
  expect(await old.json()).toEqual({
    code: 429,
    error_code: 'over_request_rate_limit',
    msg: 'Request rate limit reached',
  });
  expect(Number(old.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(old.headers.get('access-control-allow-origin')).toBe('*');
});

test('a service that is away is a retryable error', async () => {
  const { error } = await clientOf(alone).signInWithPassword(someone);
  expect(error).toMatchObject({
    name: 'AuthRetryableFetchError',
    status: 503,
    message: 'The auth service does not answer; try again shortly',
  });
});
