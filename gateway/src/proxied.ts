import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@closingwire/chassis/app-error';
import { traceparent } from '@closingwire/chassis/telemetry';
import type { ServiceName } from '@closingwire/contracts/route';
import type { RequestHandler } from 'http-proxy-middleware';
import type { requestLimits } from './limits.ts';
import type { Match, Route } from './routing-table.ts';
import type { sameOrigin } from './same-origin.ts';
import type { sessionReader } from './session/session.ts';

type Dependencies = {
  route: (method: string, pathname: string) => Match;
  readSession: ReturnType<typeof sessionReader>;
  checkOrigin: ReturnType<typeof sameOrigin>;
  limits: ReturnType<typeof requestLimits>;
  upstreams: Record<ServiceName, RequestHandler>;
};

/** Headers that say who calls: only the gateway may say it. */
const claimed = /^(forwarded|x-forwarded-.*|x-real-ip|x-client-ip|x-user-.*|x-request-id|cookie)$/;

function rewriteHeaders(
  req: IncomingMessage,
  request: { id: string; address: string; bearer?: string },
): void {
  for (const name in req.headers) if (claimed.test(name)) delete req.headers[name];
  req.headers['x-request-id'] = request.id;
  req.headers['x-forwarded-for'] = request.address;
  req.headers.traceparent ??= traceparent();
  if (request.bearer) req.headers.authorization = request.bearer;
}

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
export function proxied({ route, readSession, checkOrigin, limits, upstreams }: Dependencies) {
  return async (
    req: IncomingMessage,
    res: ServerResponse,
    request: { id: string; address: string; pathname: string },
  ) => {
    const method = req.method ?? 'GET';
    const { service, access, limit } = routeOf(route(method, request.pathname), method, res);
    await limits.address(request.address);
    const { caller, bearer, isByCookie } = await readSession(req, res);
    checkOrigin(req, access, isByCookie);
    if (limit) await limits.route(limit, caller, request.address, res);
    rewriteHeaders(req, { ...request, ...(bearer && { bearer }) });
    await upstreams[service](req, res);
  };
}
