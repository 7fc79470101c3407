import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@closingwire/chassis/app-error';
import type { Caller, Identity } from '@closingwire/chassis/identity';
import { type SessionCookies, sessionCookies } from '@closingwire/contracts/session-cookies';
import { cookieOf } from './cookie-header.ts';
import { refresher } from './refresher.ts';
import type { Revocations } from './revocations.ts';

export type Session = { caller: Caller; bearer?: string; isByCookie: boolean };

const setCookies = (res: ServerResponse, cookies: string[]) => {
  for (const cookie of cookies) res.appendHeader('set-cookie', cookie);
};

type Options = { identity: Identity; revocations: Revocations; authUrl: string; publicUrl: string };

/**
 * Who sends a request, from its Authorization header or else its session cookies. An expired access token is
 * renewed on the way: the reply then carries the new cookies. Throws `unauthenticated` for sessions that ended.
 */
export function sessionReader({ identity, revocations, authUrl, publicUrl }: Options) {
  const cookies: SessionCookies = sessionCookies(publicUrl);
  const refresh = refresher(authUrl, identity);

  async function renewed(refreshToken: string, res: ServerResponse): Promise<Session> {
    const tokens = await refresh(refreshToken);
    setCookies(res, tokens ? cookies.set(tokens) : cookies.clear());
    if (!tokens) return { caller: { kind: 'nobody' }, isByCookie: false };
    const bearer = `Bearer ${tokens.access_token}`;
    return { caller: await identity.callerOf(bearer), bearer, isByCookie: true };
  }

  async function byCookie(header: string, res: ServerResponse): Promise<Session> {
    const access = cookieOf(header, cookies.accessName);
    if (access) {
      const bearer = `Bearer ${access}`;
      const caller = await identity.callerOf(bearer);
      if (caller.kind === 'user') return { caller, bearer, isByCookie: true };
    }
    const refreshToken = cookieOf(header, cookies.refreshName);
    return refreshToken ? renewed(refreshToken, res) : { caller: { kind: 'nobody' }, isByCookie: false };
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<Session> => {
    const { authorization, cookie } = req.headers;
    const session = authorization
      ? { caller: await identity.callerOf(authorization), bearer: authorization, isByCookie: false }
      : cookie
        ? await byCookie(cookie, res)
        : { caller: { kind: 'nobody' } as const, isByCookie: false };
    if (session.caller.kind === 'user' && revocations.isShutOut(session.caller)) {
      if (session.isByCookie) setCookies(res, cookies.clear());
      throw new AppError('unauthenticated', 'session_not_found', 'Unauthorized: this session has ended');
    }
    return session;
  };
}
