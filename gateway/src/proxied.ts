import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@closingwire/chassis/app-error';
import type { ServiceName } from '@closingwire/contracts/route';
import type { RequestAudit } from './audit/audit.ts';
import type { FlatHeaders } from './flat-headers.ts';
import type { requestLimits } from './limits.ts';
import { requestHeaders } from './passed-headers.ts';
import type { Match, Route } from './routing-table.ts';
import type { sameOrigin } from './same-origin.ts';
import { type cookieWire, isCookieWire } from './session/cookie-wire.ts';
import type { sessionReader } from './session/session.ts';
import type { Upstream } from './upstream.ts';

type Dependencies = {
  route: (method: string, pathname: string) => Match;
  readSession: ReturnType<typeof sessionReader>;
  checkOrigin: ReturnType<typeof sameOrigin>;
  limits: ReturnType<typeof requestLimits>;
  audit: RequestAudit;
  upstreams: Record<ServiceName, Upstream>;
  passCookieWire: ReturnType<typeof cookieWire>;
};

type PublicRequest = { id: string; address: string; pathname: string; route?: string };

function routeOf(match: Match, method: string, res: ServerResponse): Route {
  if (match.kind === 'found') return match.route;
  if (match.kind === 'unknown') throw new AppError('missing', 'not_found', 'Not found');
  res.setHeader('allow', match.allowed.join(', '));
  throw new AppError(
    'not-allowed',
    'method_not_allowed',
    `Expected ${match.allowed.join(' or ')}, got ${method}`,
  );
}

/** Passes a call on to the service that owns its route, once it may pass: session, origin, limits, in this order. */
export function proxied(dependencies: Dependencies) {
  const { route, readSession, checkOrigin, limits, audit, upstreams, passCookieWire } = dependencies;
  return async (req: IncomingMessage, res: ServerResponse, request: PublicRequest, added: FlatHeaders) => {
    const method = req.method ?? 'GET';
    const found = routeOf(route(method, request.pathname), method, res);
    const { service, access, limit, path } = found;
    request.route = path;
    const onCaller = audit.watch(req, res, request, found);
    await limits.address(request.address);
    const isPage = isCookieWire(req, request.pathname);
    // What our pages send as their bearer is the description of a token; the cookie has the token.
    if (isPage) delete req.headers.authorization;
    const { caller, bearer, isByCookie } = await readSession(req, res, access, onCaller);
    checkOrigin(req, access, isByCookie || isPage);
    if (limit) await limits.route(limit, caller, request.address, res);
    const headers = requestHeaders(req, { ...request, bearer });
    if (isPage) await passCookieWire(req, res, { headers, bearer, added });
    else await upstreams[service].pass(req, res, headers, added);
  };
}
