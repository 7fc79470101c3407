import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { AppError } from '@closingwire/chassis/app-error';
import type { ServiceName } from '@closingwire/contracts/route';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { noteNamedIds } from './audit/named-ids.ts';
import type { FlatHeaders } from './flat-headers.ts';
import { hasBody, replyHeaders } from './passed-headers.ts';

type Options = { service: ServiceName; url: string; timeoutMs: number; connections: number };

/**
 * Passes a request on with these headers, and the reply back with `added` before the service's own. Resolves when
 * the reply is through or the client has left; rejects with `unavailable` or `timeout` while nothing was replied.
 */
export type Upstream = {
  pass(
    req: IncomingMessage,
    res: ServerResponse,
    headers: IncomingHttpHeaders,
    added: FlatHeaders,
  ): Promise<void>;
  close(): void;
};

const CONNECT_MS = 3_000;

/** Shorter than a service keeps a connection, so that it does not close one that is just used again. */
const KEPT_MS = 30_000;

type ProxyError = Error & { code?: string };

/** One attempt to pass a request on. */
type Exchange = {
  added: FlatHeaders;
  fail(error: ProxyError): void;
  begun(): void;
  /** Known once there is a connection for it. */
  sent?: ClientRequest;
};

/** On the request itself: a weak map of what lives for a millisecond costs more to collect than the passing. */
const carried = Symbol('exchange');
type Carrying = IncomingMessage & { [carried]?: Exchange };
const exchangeOf = (req: Carrying): Exchange | undefined => req[carried];

/** A kept connection that the service closed just when it was used again; reading once more does no harm. */
const isStale = ({ code }: ProxyError) => code === 'ECONNRESET' || code === 'EPIPE';

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });

function toAppError(service: ServiceName, cause: ProxyError): AppError {
  switch (cause.code) {
    case 'REPLY_LATE': {
      const text = `The ${service} service did not answer in time; try again`;
      return new AppError('timeout', 'upstream_timeout', text, { cause });
    }
    case 'ERR_UNESCAPED_CHARACTERS':
    case 'ERR_INVALID_CHAR':
    case 'ERR_HTTP_INVALID_HEADER_VALUE':
      return new AppError('invalid', 'invalid_request', 'Expected a well-formed request', { cause });
    default: {
      const text = `The ${service} service does not answer; try again shortly`;
      return new AppError('unavailable', 'upstream_unavailable', text, { cause });
    }
  }
}

function onSent(exchange: Exchange | undefined, sent: ClientRequest): void {
  if (!exchange) return;
  exchange.sent = sent;
  const { socket } = sent;
  if (!socket?.connecting) return;
  const timer = setTimeout(() => sent.destroy(withCode('CONNECT_LATE', 'No connection in time')), CONNECT_MS);
  socket.once('connect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}

/** Streams one reply to the client, no faster than the client takes it. */
function onReply(exchange: Exchange | undefined, reply: IncomingMessage, res: ServerResponse): void {
  if (!exchange || res.headersSent || res.destroyed) {
    reply.destroy();
    return;
  }
  exchange.begun();
  noteNamedIds(res, reply.headers);
  res.writeHead(reply.statusCode ?? 502, replyHeaders(reply.rawHeaders, exchange.added));
  reply.pipe(res);
}

/**
 * The way to one service over kept-alive connections. A service that is away or late is told apart; a client that
 * leaves ends the request upstream.
 */
export function upstream({ service, url, timeoutMs, connections }: Options): Upstream {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: connections,
    maxFreeSockets: connections,
    timeout: KEPT_MS,
  });

  const events: Plugin = proxy => {
    proxy.on('proxyReq', (sent, req) => onSent(exchangeOf(req), sent));
    proxy.on('proxyRes', (reply, req, res) => onReply(exchangeOf(req), reply, res));
    proxy.on('error', (error, req) => req && exchangeOf(req)?.fail(error));
  };
  // Its own plugins write replies and logs of their own; `selfHandleResponse`, so that headers of one connection
  // do not cross. Headers go onto the request before, for setting them on the sent one fails under load.
  const proxy = createProxyMiddleware({
    target: new URL(url),
    agent,
    ejectPlugins: true,
    plugins: [events],
    selfHandleResponse: true,
  });

  /** Resolves with what went wrong, if anything did. */
  function attempt(
    req: IncomingMessage,
    res: ServerResponse,
    { added, isUploading }: { added: FlatHeaders; isUploading: boolean },
  ): Promise<ProxyError | undefined> {
    const ended = Promise.withResolvers<ProxyError | undefined>();
    let timer: NodeJS.Timeout | undefined;
    const exchange: Exchange = {
      added,
      begun: () => clearTimeout(timer),
      fail(error) {
        clearTimeout(timer);
        ended.resolve(error);
      },
    };
    const startClock = () => {
      timer = setTimeout(() => {
        exchange.fail(withCode('REPLY_LATE', `No reply within ${timeoutMs} ms`));
        exchange.sent?.destroy();
      }, timeoutMs);
    };
    if (isUploading) req.once('end', startClock);
    else startClock();
    (req as Carrying)[carried] = exchange;
    proxy(req, res).then(
      () => {
        clearTimeout(timer);
        ended.resolve(undefined);
      },
      error => exchange.fail(error),
    );
    return ended.promise;
  }

  return {
    async pass(req, res, headers, added) {
      const isBodiless = !hasBody(req);
      const isRepeatable = isBodiless && (req.method === 'GET' || req.method === 'HEAD');
      const how = { added, isUploading: !isBodiless && !req.complete };
      req.headers = headers;
      let error = await attempt(req, res, how);
      const isUntouched = !res.headersSent && !res.destroyed;
      if (error && isRepeatable && isStale(error) && isUntouched) error = await attempt(req, res, how);
      if (error && !res.destroyed) throw toAppError(service, error);
    },
    close: () => agent.destroy(),
  };
}
