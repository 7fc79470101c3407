import type { Log } from '@closingwire/chassis/log';
import { startParts } from '@closingwire/chassis/test-service';
import { testDatabase, testMail, until } from '@closingwire/chassis/testing';
import { AuthClient, type GoTrueClient, type GoTrueClientOptions } from '@supabase/auth-js';
import { SignJWT } from 'jose';
import { authConfig } from '../../src/config.ts';
import { createAuth } from '../../src/service.ts';

const JWT_SECRET = 'a-shared-secret-of-an-operator-for-tests';
export const SITE = 'http://localhost:8080';
export const PASSWORD = 'a-good-password';

/** Starts auth alone, with its own database and a real mail server. */
export async function startWire(
  settings: Record<string, string> = {},
  { now = () => new Date(), log }: { now?: () => Date; log?: Log } = {},
) {
  const mail = testMail();
  const config = authConfig.parse({
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: await testDatabase('auth_wire'),
    TOKEN_ISSUER: `${SITE}/api/auth/v1`,
    SERVICE_SECRET: 'a-secret-of-the-services-for-tests-only',
    SMTP_URL: mail.smtpUrl,
    MAIL_FREQUENCY_S: '0',
    JWT_SECRET,
    ...settings,
  });
  const auth = createAuth(config, { clock: now, ...(log && { log }) });
  const stop = await startParts(auth.parts);
  const url = `${auth.http.url}/api/auth/v1`;

  const serviceRole = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime('1d')
    .sign(new TextEncoder().encode(JWT_SECRET));

  /** Returns the mail to an address after `seen` others. */
  const mailTo = (address: string, seen = 0) =>
    until(async () => (await mail.messagesTo(address))[seen], { timeoutMs: 20_000 });

  return {
    pg: auth.pg,
    url,
    serviceRole,
    mailTo,
    async codeTo(address: string, seen = 0) {
      return /code is (\d+)/.exec((await mailTo(address, seen)).text)?.[1] ?? '';
    },
    /** Returns the mailed link, at this server's own URL. */
    async linkTo(address: string, seen = 0) {
      const link = /https?:\/\/\S*\/verify\?\S+/.exec((await mailTo(address, seen)).text)?.[0] ?? '';
      return url + link.slice(link.indexOf('/verify?'));
    },
    client: (options: Partial<GoTrueClientOptions> = {}) => newClient(url, options),
    admin: () => newClient(url, { headers: { Authorization: `Bearer ${serviceRole}` } }).admin,
    async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const reply = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: { 'content-type': 'application/json;charset=UTF-8', ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await reply.text();
      const isJson = reply.headers.get('content-type')?.includes('json') ?? false;
      return { status: reply.status, headers: reply.headers, text, body: isJson ? JSON.parse(text) : {} };
    },
    stop,
  };
}
export type StartedWire = Awaited<ReturnType<typeof startWire>>;

let count = 0;
export const newAddress = () => `wire.${process.pid}.${Date.now()}.${count++}@example.com`;

function browserStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

function newClient(url: string, options: Partial<GoTrueClientOptions>): GoTrueClient {
  return new AuthClient({
    url,
    storage: browserStorage(),
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    ...options,
  });
}
