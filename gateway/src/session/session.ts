import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, kindTable } from '@closingwire/chassis/app-error';
import { callInternal } from '@closingwire/chassis/http-client';
import type { Caller, Identity } from '@closingwire/chassis/identity';
import { authApi } from '@closingwire/contracts/auth';
import type { Access } from '@closingwire/contracts/route';
import { type SessionCookies, sessionCookies } from '@closingwire/contracts/session-cookies';
import { parseCookie } from 'cookie';
import type { Revocations } from './revocations.ts';

/** Returns the undecoded value of a cookie. */
export const cookieOf = (header = '', name: string): string | undefined =>
  parseCookie(header, { decode: value => value })[name] || undefined;

export type Tokens = { access_token: string; refresh_token: string; expires_in: number };

/** For this time, requests with the old cookie get the same new tokens: they were already on their way. */
const SHARE_MS = 10_000;

/**
 * Trades a refresh token for new tokens at auth; concurrent requests share one trade. Resolves to undefined if the token is
 * invalid; throws `unavailable` if auth does not answer.
 */
function refresher(authUrl: string, identity: Identity) {
  const auth = callInternal(authApi, { url: authUrl, token: () => identity.serviceToken('auth') });
  const trades = new Map<string, Promise<Tokens | undefined>>();

  async function trade(refreshToken: string): Promise<Tokens | undefined> {
    try {
      return await auth.refreshSession({ refreshToken });
    } catch (error) {
      if (error instanceof AppError && kindTable[error.kind].status < 500 && error.kind !== 'too-many')
        return undefined;
      throw error;
    }
  }

  return (refreshToken: string): Promise<Tokens | undefined> => {
    const known = trades.get(refreshToken);
    if (known) return known;
    const started = trade(refreshToken);
    trades.set(refreshToken, started);
    const forget = () => trades.delete(refreshToken);
    started.then(() => setTimeout(forget, SHARE_MS).unref(), forget);
    return started;
  };
}

export type Session = { caller: Caller; bearer?: string; isByCookie: boolean };

const setCookies = (res: ServerResponse, cookies: string[]) => {
  for (const cookie of cookies) res.appendHeader('set-cookie', cookie);
};

type Options = { identity: Identity; revocations: Revocations; authUrl: string; publicUrl: string };

/** A user whose second factor is missing has a valid token: a new one would not help. */
const isKnown = (caller: Caller) =>
  caller.kind === 'user' || (caller.kind === 'nobody' && caller.awaitsSecondFactor === true);

const nobody: Session = { caller: { kind: 'nobody' }, isByCookie: false };

/**
 * Reads the caller from the Authorization header, else from the session cookies. Renews an access cookie that has expired or
 * has an old role or industry, and sets the new cookies on the reply. Throws `unauthenticated` for ended sessions and
 * outdated bearers; public routes ignore the cookies of an ended session, so that the user can sign in. `onCaller` gets
 * every caller, also a refused one.
 */
export function sessionResolver({ identity, revocations, authUrl, publicUrl }: Options) {
  const cookies: SessionCookies = sessionCookies(publicUrl);
  const refresh = refresher(authUrl, identity);

  const isOutdated = (caller: Caller) => caller.kind === 'user' && revocations.isOutdated(caller);

  async function renewed(refreshToken: string, res: ServerResponse): Promise<Session> {
    const tokens = await refresh(refreshToken);
    setCookies(res, tokens ? cookies.set(tokens) : cookies.clear());
    if (!tokens) return nobody;
    const bearer = `Bearer ${tokens.access_token}`;
    return { caller: await identity.callerOf(bearer), bearer, isByCookie: true };
  }

  async function byCookie(header: string, res: ServerResponse, access: Access): Promise<Session> {
    const accessToken = cookieOf(header, cookies.accessName);
    if (accessToken) {
      const bearer = `Bearer ${accessToken}`;
      const caller = await identity.callerOf(bearer);
      if (isKnown(caller) && !isOutdated(caller)) return { caller, bearer, isByCookie: true };
    }
    const refreshToken = cookieOf(header, cookies.refreshName);
    if (!refreshToken) return nobody;
    return renewed(refreshToken, res).catch(error => {
      // Public routes do not need auth.
      if (access === 'public') return nobody;
      throw error;
    });
  }

  function read(req: IncomingMessage, res: ServerResponse, access: Access): Promise<Session> | Session {
    const { authorization, cookie } = req.headers;
    if (authorization) return byHeader(authorization);
    return cookie ? byCookie(cookie, res, access) : nobody;
  }

  async function byHeader(bearer: string): Promise<Session> {
    return { caller: await identity.callerOf(bearer), bearer, isByCookie: false };
  }

  return async (
    req: IncomingMessage,
    res: ServerResponse,
    access: Access,
    onCaller: (caller: Caller) => void,
  ): Promise<Session> => {
    const session = await read(req, res, access);
    onCaller(session.caller);
    if (!session.isByCookie && access !== 'public' && isOutdated(session.caller)) {
      throw new AppError('unauthenticated', 'token_outdated', 'Unauthorized: refresh the outdated token');
    }
    if (session.caller.kind !== 'user' || !revocations.isRevoked(session.caller)) return session;
    if (session.isByCookie) {
      setCookies(res, cookies.clear());
      if (access === 'public') return nobody;
    } else if (access === 'public') return session;
    throw new AppError('unauthenticated', 'session_not_found', 'Unauthorized: this session has ended');
  };
}
