import { until } from '@closingwire/chassis/testing';
import { accessToken, toAccessUser } from '@closingwire/contracts/access-token';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthProcess, startAuthProcess } from './auth-process.ts';
import { type StartedGateway, serve, startGateway } from './start-gateway.ts';

/* The gateway in front of the real auth service, which runs as a process of its own. */

const demo = { email: 'subscriber@demo.closingwire.test', password: 'closingwire-demo' };
const origin = 'http://localhost:8080';

let auth: AuthProcess;
let gateway: StartedGateway;
let leads: Awaited<ReturnType<typeof serve>>;
let bearer: string | undefined;

beforeAll(async () => {
  auth = await startAuthProcess();
  leads = await serve((req, res) => {
    bearer = req.headers.authorization;
    res.end('[]');
  });
  gateway = await startGateway({ ...auth.settings, LEADS_URL: leads.url });
});
afterAll(async () => {
  await gateway?.stop();
  leads?.server.close();
  auth?.stop();
});

type Jar = { access?: string; refresh?: string };

const cookieHeader = ({ access, refresh }: Jar) =>
  [access && `cw_access=${access}`, refresh && `cw_refresh=${refresh}`].filter(Boolean).join('; ');

async function call(path: string, jar: Jar = {}, body?: object): Promise<Response & { jar: Jar }> {
  const reply = await fetch(gateway.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { origin, 'content-type': 'application/json', cookie: cookieHeader(jar) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const set = new Map(
    reply.headers.getSetCookie().map(cookie => /^([^=]+)=([^;]*)/.exec(cookie)?.slice(1) as [string, string]),
  );
  const [access, refresh] = [set.get('cw_access') ?? jar.access, set.get('cw_refresh') ?? jar.refresh];
  return Object.assign(reply, { jar: { ...(access && { access }), ...(refresh && { refresh }) } });
}

const signIn = async (email = demo.email) => (await call('/api/auth/signin', {}, { ...demo, email })).jar;

test('signing in lets the browser read leads', async () => {
  const jar = await signIn();
  expect((await call('/api/lead-lists', jar)).status).toBe(200);
  expect(bearer).toBe(`Bearer ${jar.access}`);
});

test('a lost access cookie is replaced', async () => {
  const { refresh } = await signIn();
  const replies = await Promise.all([1, 2, 3].map(() => call('/api/auth/user', { refresh: refresh ?? '' })));
  for (const reply of replies) expect(await reply.json()).toMatchObject({ email: demo.email });
  expect(new Set(replies.map(reply => reply.jar.refresh)).size).toBe(1);
  expect(replies[0]?.jar.refresh).not.toBe(refresh);
});

test('signing out invalidates the old cookies', async () => {
  const jar = await signIn();
  const out = await call('/api/auth/signout', jar, {});
  expect(out.status).toBe(200);
  expect(out.jar).toEqual({});
  await until(async () => (await call('/api/lead-lists', jar)).status === 401, { timeoutMs: 1_000 });
  const visitor = await call('/api/auth/user', jar);
  expect([visitor.status, await visitor.json()]).toEqual([200, null]);
});

test('an ended session does not prevent a new one', async () => {
  const jar = await signIn();
  await call('/api/auth/signout', jar, {});
  await until(async () => (await call('/api/lead-lists', jar)).status === 401, { timeoutMs: 1_000 });
  const again = await call('/api/auth/signin', jar, demo);
  expect(again.status).toBe(200);
  expect((await call('/api/lead-lists', again.jar)).status).toBe(200);
});

test('a changed role applies from the next request on', async () => {
  const admin = await signIn('admin@demo.closingwire.test');
  const { id } = (await (await call('/api/auth/user', await signIn())).json()) as { id: string };
  const setRole = (isAdmin: boolean) =>
    fetch(`${gateway.url}/api/admin/users/${id}/status`, {
      method: 'PATCH',
      headers: { origin, 'content-type': 'application/json', cookie: cookieHeader(admin) },
      body: JSON.stringify({ isAdmin }),
    });
  const before = await signIn();
  let cookies = before;
  const untilRole = (isAdmin: boolean) =>
    until(
      async () => {
        cookies = (await call('/api/lead-lists', cookies)).jar;
        const claims = JSON.parse(Buffer.from(bearer?.split('.')[1] ?? '', 'base64url').toString());
        return toAccessUser(accessToken.parse(claims)).isAdmin === isAdmin;
      },
      { timeoutMs: 1_000 },
    );
  expect((await setRole(true)).status).toBe(200);
  await untilRole(true);
  const headers = { authorization: `Bearer ${before.access}` };
  const outdated = await fetch(`${gateway.url}/api/lead-lists`, { headers });
  expect([outdated.status, await outdated.json()]).toMatchObject([401, { code: 'token_outdated' }]);
  await setRole(false);
  await untilRole(false);
});

test('another site cannot sign a browser in', async () => {
  const reply = await fetch(`${gateway.url}/api/auth/signin`, {
    method: 'POST',
    headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
    body: JSON.stringify(demo),
  });
  expect(reply.status).toBe(403);
});

test('visitors see public pages while auth is away', async () => {
  const visitorGateway = await startGateway({ AUTH_URL: 'http://127.0.0.1:9', CONTENT_URL: leads.url });
  const reply = await fetch(`${visitorGateway.url}/api/help/articles`, {
    headers: { cookie: 'cw_refresh=old' },
  });
  expect(reply.status).toBe(200);
  expect(reply.headers.getSetCookie()).toEqual([]);
  const dashboard = await fetch(`${visitorGateway.url}/api/lead-lists`, {
    headers: { cookie: 'cw_refresh=old' },
  });
  expect(dashboard.status).toBe(503);
  await visitorGateway.stop();
});
