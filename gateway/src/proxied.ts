import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkAccess } from '@closingwire/chassis/access';
import { AppError } from '@closingwire/chassis/app-error';
import type { Caller } from '@closingwire/chassis/identity';
import type { ServiceName } from '@closingwire/contracts/route';
import type { RequestAudit } from './audit/audit.ts';
import type { GatewayConfig } from './config.ts';
import { type FlatHeaders, hasBody, type NoStore, requestHeaders } from './headers.ts';
import type { LongPassage, OpenRequests, requestLimits } from './limits.ts';
import { type bodyReceiver, type ReceivedBody, USUAL_BODY_BYTES, untilBodyBegins } from './receive-body.ts';
import type { Match, Route } from './routing-table.ts';
import type { sameOrigin } from './same-origin.ts';
import { type cookieWire, isCookieWire } from './session/cookie-wire.ts';
import type { sessionResolver } from './session/session.ts';
import type { signUpCookiePasser } from './session/sign-up-cookie.ts';
import type { Upstream } from './upstream.ts';
import { checkBodyCharacters, checkQueryCharacters } from './well-formed.ts';

type Dependencies = {
  route: (method: string, pathname: string) => Match;
  readSession: ReturnType<typeof sessionResolver>;
  checkOrigin: ReturnType<typeof sameOrigin>;
  limits: ReturnType<typeof requestLimits>;
  open: OpenRequests;
  receiveBody: ReturnType<typeof bodyReceiver>;
  bodyTimes: Pick<GatewayConfig, 'BODY_IDLE_MS'>;
  audit: RequestAudit;
  upstreams: Record<ServiceName, Upstream>;
  passCookieWire: ReturnType<typeof cookieWire>;
  signUpCookieOf: ReturnType<typeof signUpCookiePasser>;
};

type PublicRequest = { id: string; address: string; network: string; pathname: string; route?: string };

const queryOf = ({ url = '' }: IncomingMessage) => url.slice(url.indexOf('?') + 1 || url.length);
const bytesOf = ({ pieces }: ReceivedBody) => pieces.reduce((bytes, piece) => bytes + piece.length, 0);

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

function longPassage({ isStreamed, limit }: Route, caller: Caller, network: string): LongPassage | undefined {
  if (isStreamed) return { kind: 'upload', clientKey: network };
  if (limit !== 'export') return undefined;
  return { kind: 'export', clientKey: caller.kind === 'user' ? caller.id : network };
}

/** A reply with our cookie belongs to one user, whatever its service declares. */
function noStoreOf({ access }: Route, bearer: string | undefined, res: ServerResponse): NoStore {
  if (access !== 'public' || res.hasHeader('set-cookie')) return 'always';
  return bearer === undefined ? 'with cookies' : 'unless public';
}

/**
 * Forwards a call to the service of its route, after these checks in order: network limit, session, concurrent requests of
 * the caller, origin, route limit, body.
 */
export function proxied(dependencies: Dependencies) {
  const {
    route,
    readSession,
    checkOrigin,
    limits,
    open,
    receiveBody,
    bodyTimes,
    audit,
    upstreams,
    passCookieWire,
    signUpCookieOf,
  } = dependencies;

  async function bodyOf(req: IncomingMessage, res: ServerResponse, route: Route, caller: Caller) {
    const { access, isStreamed, maxBodyBytes } = route;
    if (!hasBody(req)) return undefined;
    if (isStreamed) {
      await untilBodyBegins(req, bodyTimes);
      return undefined;
    }
    // Only callers of the route get its larger limit.
    if (maxBodyBytes) checkAccess(access, caller);
    const body = await receiveBody(req, res, maxBodyBytes ?? USUAL_BODY_BYTES);
    checkBodyCharacters(body.pieces, req.headers['content-type']?.toLowerCase());
    return body;
  }

  return async (req: IncomingMessage, res: ServerResponse, request: PublicRequest, added: FlatHeaders) => {
    const method = req.method ?? 'GET';
    const called = routeOf(route(method, request.pathname), method, res);
    checkQueryCharacters(queryOf(req));
    const { service, access, limit, isStreamed } = called;
    request.route = called.path;
    const onCaller = audit.watch(req, res, request, called);
    await limits.network(request.network, res);
    const isCookieWireRequest = isCookieWire(req, request.pathname);
    // Our pages' bearer is an unsigned token; the signed one is in the cookie.
    if (isCookieWireRequest) delete req.headers.authorization;
    const { caller, bearer, isByCookie } = await readSession(req, res, access, onCaller);
    open.caller(caller, res);
    checkOrigin(req, access, isByCookie || isCookieWireRequest);
    if (limit) await limits.route(limit, caller, request.network, res);
    const body = await bodyOf(req, res, called, caller);
    const cookie = signUpCookieOf(req, called.path);
    const headers = requestHeaders(req, { ...request, bearer, cookie, bodyBytes: body && bytesOf(body) });
    if (isCookieWireRequest) return passCookieWire(req, res, { headers, bearer, body, added });
    await upstreams[service].pass(req, res, {
      headers,
      added,
      body,
      isStreamed,
      long: longPassage(called, caller, request.network),
      noStore: noStoreOf(called, bearer, res),
    });
  };
}
