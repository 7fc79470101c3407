import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@closingwire/chassis/app-error';
import { restartWatch, serviceFetch } from '@closingwire/chassis/http-client';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import { sessionCookies } from '@closingwire/contracts/session-cookies';
import { z } from 'zod';
import { type FlatHeaders, setHeaders } from '../headers.ts';
import { isWire } from '../problems.ts';
import type { ReceivedBody } from '../receive-body.ts';
import { cookieOf } from './session.ts';

const sessionTokens = z.looseObject({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
});
type SessionTokens = z.output<typeof sessionTokens>;

const HIDDEN = 'kept-in-a-cookie';
const expiry = z.object({ exp: z.number() });

/** Returns the token without its signature: readable, but not accepted. */
const unsigned = (token: string) => token.slice(0, token.lastIndexOf('.') + 1);

/** Returns the session for a page: without credentials. */
export const describeSession = (session: SessionTokens): SessionTokens => ({
  ...session,
  access_token: unsigned(session.access_token),
  refresh_token: HIDDEN,
});

/** Returns the session of an access token, a JWT, for a page. `now` in milliseconds. */
export function describeToken(accessToken: string, now: number): SessionTokens {
  const payload = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString();
  const { exp } = expiry.parse(JSON.parse(payload));
  return {
    access_token: unsigned(accessToken),
    refresh_token: HIDDEN,
    token_type: 'bearer',
    expires_at: exp,
    expires_in: Math.max(0, exp - Math.floor(now / 1000)),
  };
}

type Reply = { status: number; body: unknown; headers?: Record<string, string> };
type Sent = { headers: Headers; bearer: string | undefined; body: ReceivedBody | undefined };
/** The request for the service, and the headers `added` to its reply. */
type Passed = {
  headers: IncomingHttpHeaders;
  bearer: string | undefined;
  body: ReceivedBody | undefined;
  added: FlatHeaders;
};

const WIRE = plainRoutes.authWire.path.replace('/*', '');
const TIMEOUT_MS = 10_000;

/** auth-js reads error codes only with the protocol's version. */
const PASSED_HEADERS = ['x-supabase-api-version', 'retry-after'];

/** Returns true for a wire protocol call of a page whose tokens are in our cookies. */
export const isCookieWire = ({ headers }: IncomingMessage, pathname: string): boolean =>
  headers['x-use-cookie'] !== undefined && isWire(pathname);

const textOf = (body: ReceivedBody | undefined) => Buffer.concat(body?.pieces ?? []).toString();

/** Drops the headers about the page's own connection and body. */
function headersFrom(passed: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const name in passed) headers.set(name, String(passed[name]));
  for (const name of ['host', 'content-length', 'transfer-encoding', 'accept-encoding']) headers.delete(name);
  return headers;
}

/** The effect of a request on tokens. */
type Step = 'describe' | 'refresh' | 'sign out' | 'other';

function stepOf({ pathname, searchParams: query }: URL): Step {
  if (pathname === `${WIRE}/session`) return 'describe';
  if (pathname === `${WIRE}/token` && query.get('grant_type') === 'refresh_token') return 'refresh';
  if (pathname === `${WIRE}/logout` && query.get('scope') !== 'others') return 'sign out';
  return 'other';
}

const isRefused = (status: number) => status >= 400 && status < 500 && status !== 429;

/**
 * The wire protocol for our pages: auth-js runs unchanged in the browser without a usable token. Tokens of a reply become
 * cookies, and the page gets them unsigned; tokens of a request come from the cookies. `GET …/session` returns the session of
 * the cookies, or null.
 */
export function cookieWire({ authUrl, publicUrl }: { authUrl: string; publicUrl: string }) {
  const cookies = sessionCookies(publicUrl);
  const watch = restartWatch(authUrl);

  async function ask(
    path: string,
    init: { method: string; headers: Headers; body?: string },
  ): Promise<Reply> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const send = () => serviceFetch(authUrl + path, { ...init, redirect: 'manual', signal });
    const reply = await watch.send(send).catch(cause => {
      const text = 'The auth service does not answer; try again shortly';
      throw new AppError('unavailable', 'upstream_unavailable', text, { cause });
    });
    const isJson = reply.headers.get('content-type')?.includes('json');
    const headers = Object.fromEntries([...reply.headers].filter(([name]) => PASSED_HEADERS.includes(name)));
    return { status: reply.status, headers, body: isJson ? await reply.json() : await reply.text() };
  }

  /** Returns the session of the access token, with the current user. */
  async function describe(bearer: string | undefined, headers: Headers): Promise<Reply> {
    if (!bearer) return { status: 200, body: null };
    const { status, body: user } = await ask(`${WIRE}/user`, { method: 'GET', headers });
    if (isRefused(status)) return { status: 200, body: null };
    if (status !== 200) return { status, body: user };
    return { status, body: { ...describeToken(bearer.slice('Bearer '.length), Date.now()), user } };
  }

  function forward(req: IncomingMessage, { headers, body: sent }: Sent, isRefresh: boolean): Promise<Reply> {
    const { method = 'GET', url = '/' } = req;
    const refreshToken = cookieOf(req.headers.cookie, cookies.refreshName) ?? '';
    const body = isRefresh ? JSON.stringify({ refresh_token: refreshToken }) : textOf(sent);
    return ask(url, { method, headers, ...(body !== '' && { body }) });
  }

  async function answer(step: Step, req: IncomingMessage, sent: Sent): Promise<Reply> {
    const { headers, bearer } = sent;
    if (step === 'describe') return describe(bearer, headers);
    // Already signed out by the product's own call.
    if (step === 'sign out' && !bearer) return { status: 204, body: '' };
    return forward(req, sent, step === 'refresh');
  }

  function cookiesAfter(
    step: Step,
    status: number,
    session: SessionTokens | undefined,
  ): string[] | undefined {
    if (session) return cookies.set(session);
    const isOver = step === 'sign out' || (step === 'refresh' && isRefused(status));
    return isOver ? cookies.clear() : undefined;
  }

  return async (
    req: IncomingMessage,
    res: ServerResponse,
    { headers: passed, bearer, body, added }: Passed,
  ): Promise<void> => {
    const step = stepOf(new URL(req.url ?? '/', publicUrl));
    const headers = headersFrom(passed);
    const reply = await answer(step, req, { headers, bearer, body });
    body?.release();
    const session = step === 'describe' ? undefined : sessionTokens.safeParse(reply.body).data;
    const changed = cookiesAfter(step, reply.status, session);
    if (changed) res.setHeader('set-cookie', changed);
    setHeaders(res, added);
    send(res, { ...reply, body: session ? describeSession(session) : reply.body });
  };
}

function send(res: ServerResponse, { status, body, headers }: Reply): void {
  const isJson = typeof body !== 'string';
  res.writeHead(status, {
    'content-type': isJson ? 'application/json' : 'text/plain',
    'cache-control': 'no-store',
    ...headers,
  });
  res.end(isJson ? JSON.stringify(body) : body);
}
