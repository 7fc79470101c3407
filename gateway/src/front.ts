import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { AppError, kindTable } from '@closingwire/chassis/app-error';
import { newId } from '@closingwire/chassis/ids';
import type { Log } from '@closingwire/chassis/log';
import { type HttpPart, servingPart } from '@closingwire/chassis/management';
import { networkOf } from '@closingwire/chassis/network';
import type { Part } from '@closingwire/chassis/part';
import { toAppError } from '@closingwire/chassis/problem';
import { observeRequest } from '@closingwire/chassis/telemetry';
import { inRequestSpan } from '@closingwire/chassis/tracing';
import express, { type Router } from 'express';
import { parserRefusals } from './client-error.ts';
import type { GatewayConfig } from './config.ts';
import { type FlatHeaders, hasBody, setHeaders } from './headers.ts';
import type { OpenRequests } from './limits.ts';
import { isOwn } from './own-routes.ts';
import { problemFor } from './problems.ts';
import type { proxied } from './proxied.ts';
import { closeUnlessComplete } from './receive-body.ts';
import { checkWellFormed } from './well-formed.ts';

/**
 * Returns the client's address. Behind `trustedProxies` proxies it is the entry that the outermost appended to
 * X-Forwarded-For; entries further left come from the client and do not count.
 */
function clientAddress(req: IncomingMessage, trustedProxies: number): string {
  const peer = (req.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  if (trustedProxies === 0) return peer;
  const named = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(entry => entry.trim())
    .filter(Boolean);
  return named.at(-trustedProxies) ?? peer;
}

type Options = {
  config: GatewayConfig;
  log: Log;
  /** Added to every reply. */
  headers: FlatHeaders;
  pass: ReturnType<typeof proxied>;
  open: OpenRequests;
  own: Router;
  pages: Router;
  parts: Part[];
};

/** Serves the gateway's own routes and pages; calls to services bypass Express. */
function expressApp({ own, pages }: Options) {
  const app = express();
  app.disable('x-powered-by');
  app.use(own);
  app.use(pages);
  return (req: IncomingMessage, res: ServerResponse): Promise<void> =>
    new Promise((resolve, reject) => {
      res.once('close', resolve);
      app(req as express.Request, res as express.Response, (error?: unknown) =>
        reject(error ?? new AppError('missing', 'not_found', 'Not found')),
      );
    });
}

type FrontRequest = { id: string; pathname: string; address: string; network: string; route: string };

const noTunnel = 'HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

const isForService = (pathname: string) =>
  (pathname.startsWith('/api/') && !isOwn(pathname)) || pathname === '/sitemap.xml';

const MOST_LISTENERS = 20;

/** The product's public HTTP server, and the process's management port. */
export function front(options: Options): HttpPart {
  const { config, log, headers, pass } = options;
  const answer = expressApp(options);

  async function serve(req: IncomingMessage, res: ServerResponse, request: FrontRequest): Promise<void> {
    checkWellFormed(req, res, request.pathname);
    const isCall = isForService(request.pathname);
    // Files do not count: a page requests dozens at once.
    if (isCall || request.pathname.startsWith('/api/')) options.open.network(request.network, res);
    const added = [...headers, 'x-request-id', request.id];
    if (isCall) return pass(req, res, request, added);
    setHeaders(res, added);
    return answer(req, res);
  }

  function fail(req: IncomingMessage, res: ServerResponse, thrown: unknown, request: FrontRequest): void {
    const { id, route } = request;
    const error = toAppError(thrown);
    const { level } = kindTable[error.kind];
    if (level !== 'info') log[level]({ err: error, requestId: id, route }, 'request failed');
    if (!res.headersSent) setHeaders(res, [...headers, 'x-request-id', id]);
    problemFor(req, res, error, request);
  }

  const refusals = parserRefusals(headers);

  function onRequest(req: IncomingMessage, res: ServerResponse): void {
    refusals.onRequest(req, res);
    // Some dozen listeners are normal; above ten, Node warns of a leak.
    res.setMaxListeners(MOST_LISTENERS);
    const { url = '/' } = req;
    const queryAt = url.indexOf('?');
    const pathname = queryAt === -1 ? url : url.slice(0, queryAt);
    const address = clientAddress(req, config.TRUSTED_PROXIES);
    const request = { id: newId(), pathname, address, network: networkOf(address), route: 'page' };
    observeRequest(res, request);
    if (hasBody(req)) res.once('finish', () => closeUnlessComplete(req));
    inRequestSpan(req, res, request, () =>
      serve(req, res, request).catch(thrown => fail(req, res, thrown, request)),
    );
  }

  const server = createServer(
    // `checkWellFormed` requires a Host: Node's own refusal has no body.
    { keepAliveTimeout: 65_000, headersTimeout: 15_000, requestTimeout: 600_000, requireHostHeader: false },
    onRequest,
  );
  // Longer than two tries at a service, with its restart in between.
  const { UPSTREAM_TIMEOUT_MS, RESTART_MS, REPLY_STUCK_MS } = config;
  server.timeout = 2 * UPSTREAM_TIMEOUT_MS + RESTART_MS + REPLY_STUCK_MS;
  server.on('clientError', refusals.onClientError);
  // Without a listener, Node closes the connection without a reply. With one, we must handle the socket's errors.
  server.on('connect', (_req, socket) => {
    socket.on('error', () => {}).end(noTunnel, () => socket.destroy());
  });
  return servingPart(server, {
    name: 'gateway',
    host: config.HOST,
    port: config.PORT,
    managementPort: config.MANAGEMENT_PORT,
    parts: options.parts,
  });
}
