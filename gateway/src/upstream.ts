import type { Agent, ClientRequest, IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { isConnectionRefused, restartWatch } from '@closingwire/chassis/http-client';
import type { ServiceName } from '@closingwire/contracts/route';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { recordReply } from './audit/audit.ts';
import { type FlatHeaders, type NoStore, replyHeaders } from './headers.ts';
import { type LongPassage, longSlots } from './limits.ts';
import type { ReceivedBody } from './receive-body.ts';
import { isStale, PooledAgent, type ProxyError, upstreamError, withCode } from './upstream-connections.ts';

/** Streams a reply as fast as the client reads, and cuts it off if the client reads nothing for `stuckMs`. */
function streamReply(reply: IncomingMessage, res: ServerResponse, stuckMs: number): void {
  let timer: NodeJS.Timeout | undefined;
  const watch = () => {
    timer ??= setTimeout(() => res.destroy(), stuckMs);
  };
  const unwatch = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  res.on('drain', unwatch).once('close', unwatch);
  // `pipe` pauses the reply when the client's connection is full.
  reply.on('pause', watch).once('end', () => {
    if (res.socket?.writableLength) watch();
  });
  reply.pipe(res);
}

type Options = {
  service: ServiceName;
  url: string;
  timeoutMs: number;
  streamIdleMs: number;
  stuckMs: number;
  restartMs: number;
  connections: number;
};

export type Passage = {
  headers: IncomingHttpHeaders;
  /** Headers for the reply. */
  added: FlatHeaders;
  noStore: NoStore;
  /** The complete body; undefined without one, or if it streams. */
  body?: ReceivedBody | undefined;
  /** Forwards the body while it arrives. */
  isStreamed?: boolean | undefined;
  /** Set for uploads and exports: they last as long as the client wants, so they get only a share of the connections. */
  long?: LongPassage | undefined;
};

/**
 * Forwards a request, and the reply, whose headers begin with `added`. Resolves when the reply is sent or the client has
 * left. Before the reply begins, rejects with `unavailable`, `timeout` or `incomplete`.
 */
export type Upstream = {
  pass(req: IncomingMessage, res: ServerResponse, passage: Passage): Promise<void>;
  close(): void;
};

const CONNECT_MS = 3_000;

/** One attempt to forward a request. */
type Exchange = {
  passage: Passage;
  stuckMs: number;
  fail(error: ProxyError): void;
  begun(): void;
  isOver: boolean;
  /** Set once the request has a connection. */
  sent?: ClientRequest;
};

/** Stored on the request: collecting a weak map's short-lived entries costs more than forwarding. */
const carried = Symbol('exchange');
type Carrying = IncomingMessage & { [carried]?: Exchange };
const exchangeOf = (req: Carrying): Exchange | undefined => req[carried];

function onSent(exchange: Exchange | undefined, sent: ClientRequest): void {
  if (!exchange) return;
  exchange.sent = sent;
  // The request waited too long for a connection, and the client has its refusal.
  if (exchange.isOver) sent.destroy();
  const { socket } = sent;
  if (!socket?.connecting) return;
  const timer = setTimeout(() => sent.destroy(withCode('CONNECT_LATE', 'No connection in time')), CONNECT_MS);
  socket.once('connect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}

function onReply(exchange: Exchange | undefined, reply: IncomingMessage, res: ServerResponse): void {
  if (!exchange || res.headersSent || res.destroyed) {
    reply.destroy();
    return;
  }
  exchange.begun();
  recordReply(res, reply.headers);
  const { added, noStore } = exchange.passage;
  res.writeHead(reply.statusCode ?? 502, replyHeaders(reply.rawHeaders, added, noStore));
  streamReply(reply, res, exchange.stuckMs);
}

const isUntouched = (res: ServerResponse) => !res.headersSent && !res.destroyed;

const streamOf = ({ pieces }: ReceivedBody): Readable =>
  new Readable({
    read() {
      for (const piece of pieces) this.push(piece);
      this.push(null);
    },
  });

/** The proxy's options are shared; only `router` gets those of one request. */
function openProxy(url: string, agent: Agent) {
  const events: Plugin = proxy => {
    proxy.on('proxyReq', (sent, req) => onSent(exchangeOf(req), sent));
    proxy.on('proxyRes', (reply, req, res) => onReply(exchangeOf(req), reply, res));
    proxy.on('error', (error, req) => req && exchangeOf(req)?.fail(error));
  };
  const target = new URL(url);
  // The plugins of `http-proxy-middleware` would write replies and logs. `selfHandleResponse` keeps hop-by-hop headers
  // out of the reply. Request headers are set on `req`: setting them on the sent request fails under load.
  return createProxyMiddleware({
    target,
    router(req, _res, options) {
      const body = exchangeOf(req)?.passage.body;
      if (body) options.buffer = streamOf(body);
      return target;
    },
    agent,
    ejectPlugins: true,
    plugins: [events],
    selfHandleResponse: true,
  });
}

/** Calls `late` if for `idleMs` the client sends nothing of the body, or the service reads nothing of it. */
function watchUpload(req: IncomingMessage, idleMs: number, late: (error: ProxyError) => void): void {
  req.setTimeout(idleMs, () => {
    // The proxy pauses the request while the service's side is full; while it flows, the client is the late one.
    const isWaiting = req.readableFlowing === true;
    const text = `Expected the rest of the body within ${idleMs / 1_000} s`;
    late(
      isWaiting
        ? withCode('BODY_LATE', text)
        : withCode('REPLY_LATE', 'The service does not read the upload'),
    );
  });
}

/**
 * Forwards requests to one service over kept-alive connections. Errors distinguish a service that is away from a slow one. If
 * the client leaves, the request to the service ends.
 */
export function upstream(options: Options): Upstream {
  const { service, url, timeoutMs, streamIdleMs, stuckMs, restartMs, connections } = options;
  const agent = new PooledAgent(connections);
  const proxy = openProxy(url, agent);
  const watch = restartWatch(url, restartMs);
  const takeLongSlot = longSlots(service, connections);

  /** Resolves with the error, if one occurred. */
  function attempt(
    req: IncomingMessage,
    res: ServerResponse,
    passage: Passage,
  ): Promise<ProxyError | undefined> {
    const ended = Promise.withResolvers<ProxyError | undefined>();
    let timer: NodeJS.Timeout | undefined;
    const exchange: Exchange = {
      passage,
      stuckMs,
      isOver: false,
      begun() {
        clearTimeout(timer);
        // The service has the body; the client may read the reply much later.
        passage.body?.release();
        watch.reached();
      },
      fail(error) {
        clearTimeout(timer);
        exchange.isOver = true;
        ended.resolve(error);
      },
    };
    const giveUp = (error: ProxyError) => {
      exchange.fail(error);
      exchange.sent?.destroy();
    };
    const startClock = () => {
      const late = () => giveUp(withCode('REPLY_LATE', `No reply within ${timeoutMs} ms`));
      timer = setTimeout(late, timeoutMs);
    };
    if (passage.isStreamed && !req.complete) {
      watchUpload(req, streamIdleMs, giveUp);
      req.once('end', () => {
        if (res.writableEnded) return;
        req.socket.setTimeout(0);
        startClock();
      });
    } else startClock();
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
    async pass(req, res, passage) {
      // A disconnected client emits no second `close`; its slot would leak.
      if (res.destroyed) return;
      if (passage.long) takeLongSlot(res, passage.long);
      const { method = 'GET' } = req;
      const isRead = !passage.body && (method === 'GET' || method === 'HEAD');
      req.headers = passage.headers;
      const attemptSafely = () => {
        agent.dropLongIdle();
        return attempt(req, res, passage);
      };
      let error = await (isRead ? attempt(req, res, passage) : attemptSafely());
      if (error && isRead && isStale(error) && isUntouched(res)) error = await attemptSafely();
      // A streamed body cannot be sent again.
      if (isConnectionRefused(error) && !passage.isStreamed && (await watch.isBack()) && isUntouched(res)) {
        error = await attemptSafely();
      }
      if (error && !res.destroyed) throw upstreamError(service, error);
    },
    close: () => agent.destroy(),
  };
}
