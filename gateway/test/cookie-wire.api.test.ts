import { AuthClient } from '@supabase/auth-js';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthProcess, startAuthProcess } from './auth-process.ts';
import { type StartedGateway, startGateway } from './start-gateway.ts';

/* The client that our pages run, unchanged, with a browser's cookies, against the real auth service. */

const demo = { email: 'subscriber@demo.closingwire.test', password: 'closingwire-demo' };
const admin = { email: 'admin@demo.closingwire.test', password: 'closingwire-demo' };
const origin = 'http://localhost:8080';

let auth: AuthProcess;
let gateway: StartedGateway;

beforeAll(async () => {
  auth = await startAuthProcess();
  gateway = await startGateway(auth.settings);
});
afterAll(async () => {
  await gateway?.stop();
  auth?.stop();
});

/** A browser: its cookies, and the client in its page. */
function openBrowser() {
  const jar = new Map<string, string>();
  const seen: string[] = [];
  const send = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('origin', origin);
    headers.set('x-use-cookie', 'session');
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const reply = await fetch(url, { ...init, headers });
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    seen.push(await reply.clone().text());
    return reply;
  };
  const events: string[] = [];
  const client = new AuthClient({
    url: `${gateway.url}/api/auth/v1`,
    autoRefreshToken: false,
    persistSession: false,
    fetch: send,
  });
  client.onAuthStateChange(event => void events.push(event));
  const read = async (path: string) => (await send(gateway.url + path)).json();
  return { client, events, jar, seen, send, read };
}

test('no token reaches the page', async () => {
  const { client, jar, seen } = openBrowser();
  const { data, error } = await client.signInWithPassword(demo);
  expect(error).toBeNull();
  await client.refreshSession();
  expect(data.session?.access_token).toMatch(/^[\w-]+\.[\w-]+\.$/);
  const [access = '', refresh = ''] = [jar.get('cw_access'), jar.get('cw_refresh')];
  expect(access.split('.')[2]).not.toBe('');
  const shown = seen.join();
  expect(shown).not.toContain(refresh);
  expect(shown).not.toContain(access);
});

test('the page gets its session from the cookies', async () => {
  const { client, read } = openBrowser();
  expect(await read('/api/auth/v1/session')).toBeNull();
  await client.signInWithPassword(demo);
  expect(await read('/api/auth/v1/session')).toMatchObject({
    token_type: 'bearer',
    refresh_token: 'kept-in-a-cookie',
    user: { email: demo.email },
  });
});

test('a refresh takes its token from the cookie', async () => {
  const { client, jar, events } = openBrowser();
  await client.signInWithPassword(demo);
  const before = jar.get('cw_refresh');
  const { error } = await client.refreshSession();
  expect(error).toBeNull();
  expect(jar.get('cw_refresh')).not.toBe(before);
  expect(events).toContain('TOKEN_REFRESHED');
});

test("a refusal has the protocol's code", async () => {
  const { client } = openBrowser();
  const { error } = await client.signInWithPassword({ ...demo, password: 'not the password' });
  expect(error).toMatchObject({ code: 'invalid_credentials', message: 'Invalid login credentials' });
});

test('signing out clears the cookies', async () => {
  const { client, jar, events, read } = openBrowser();
  await client.signInWithPassword(demo);
  await client.signOut();
  expect(jar.size).toBe(0);
  expect(events.at(-1)).toBe('SIGNED_OUT');
  expect(await read('/api/auth/user')).toBeNull();
});

test('signing out twice is no error', async () => {
  const { send } = openBrowser();
  const reply = await send(`${gateway.url}/api/auth/v1/logout?scope=local`, { method: 'POST' });
  expect(reply.status).toBe(204);
});

test('another site cannot use the cookies', async () => {
  const { client, jar } = openBrowser();
  await client.signInWithPassword(demo);
  const reply = await fetch(`${gateway.url}/api/auth/v1/logout`, {
    method: 'POST',
    headers: {
      origin: 'https://evil.example',
      'x-use-cookie': 'session',
      cookie: `cw_access=${jar.get('cw_access')}`,
    },
  });
  expect(reply.status).toBe(403);
});

test('a second factor opens what a password cannot', async () => {
  const first = openBrowser();
  await first.client.signInWithPassword(admin);
  const { data: factor } = await first.client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  if (factor?.type !== 'totp') throw new Error('no factor');
  // A code works once, so a second sign-in uses the code of the next half minute.
  const code = (laterMs = 0) =>
    new TOTP({ secret: factor.totp.secret }).generate({ timestamp: Date.now() + laterMs });
  await first.client.mfa.challengeAndVerify({ factorId: factor.id, code: code() });
  expect(first.events).toContain('MFA_CHALLENGE_VERIFIED');
  expect(await first.read('/api/auth/user')).toMatchObject({ email: admin.email });

  const second = openBrowser();
  await second.client.signInWithPassword(admin);
  const { data: levels } = await second.client.mfa.getAuthenticatorAssuranceLevel();
  expect(levels).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  const refresh = second.jar.get('cw_refresh');
  expect(await second.read('/api/auth/user')).toBeNull();
  expect(await second.read('/api/user/sessions')).toMatchObject({ status: 401 });
  expect(second.jar.get('cw_refresh')).toBe(refresh);

  const { error } = await second.client.mfa.challengeAndVerify({ factorId: factor.id, code: code(30_000) });
  expect(error).toBeNull();
  expect(await second.read('/api/auth/user')).toMatchObject({ email: admin.email });
});
