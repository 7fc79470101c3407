import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { AppError } from '@closingwire/chassis/app-error';
import type { ServiceName } from '@closingwire/contracts/route';
import { type Dispatcher, Pool } from 'undici';
import type { FlatHeaders } from './flat-headers.ts';

type Options = { service: ServiceName; url: string; timeoutMs: number };

/**
 * Passes a request on with these headers, and the reply back with `added` before the service's own. Resolves when
 * the reply is through or the client has left; throws `unavailable` or `timeout` while nothing was replied.
 */
export type Upstream = {
  pass(req: IncomingMessage, res: ServerResponse, headers: FlatHeaders, added: FlatHeaders): Promise<void>;
  close(): Promise<void>;
};

const MAX_CONNECTIONS = 512;
const CONNECT_MS = 3_000;

/** Every reply has it from us, and the service was told it. */
const REQUEST_ID = 'x-request-id';

/** Headers that belong to one connection and are made anew on the next. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** True for a request header that must not be passed on. Node answers `Expect` itself. */
export const isOfThisHop = (name: string): boolean => hopByHop.has(name) || name === 'expect';

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A kept connection that the service closed just when it was used again; reading once more does no harm. */
const isStale = (error: Error & { code?: string }) =>
  error.code === 'UND_ERR_SOCKET' || error.code === 'ECONNRESET' || error.code === 'EPIPE';

function toAppError(service: ServiceName, cause: Error & { code?: string }): AppError {
  switch (cause.code) {
    case 'UND_ERR_HEADERS_TIMEOUT': {
      const text = `The ${service} service did not answer in time; try again`;
      return new AppError('timeout', 'upstream_timeout', text, { cause });
    }
    case 'UND_ERR_INVALID_ARG':
      return new AppError('invalid', 'invalid_request', 'Expected a well-formed request', { cause });
    default: {
      const text = `The ${service} service does not answer; try again shortly`;
      return new AppError('unavailable', 'upstream_unavailable', text, { cause });
    }
  }
}

function replyHeaders(
  headers: Record<string, string | string[] | undefined>,
  added: FlatHeaders,
): FlatHeaders {
  const flat: (string | string[])[] = added.slice();
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !hopByHop.has(name) && name !== REQUEST_ID) flat.push(name, value);
  }
  // Node takes a list of values for one name, which its types do not say of flat headers.
  return flat as FlatHeaders;
}

/** Streams one reply to the client, no faster than the client takes it. */
function replyTo(
  res: ServerResponse,
  added: FlatHeaders,
  done: (error?: Error) => void,
): Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller) {
      const leave = () => {
        if (!res.writableFinished) controller.abort(new Error('The client left'));
      };
      if (res.destroyed) leave();
      else res.once('close', leave);
    },
    onResponseStart(_controller, status, headers) {
      if (status >= 200) res.writeHead(status, replyHeaders(headers, added));
    },
    onResponseData(controller, chunk) {
      if (res.write(chunk)) return;
      controller.pause();
      res.once('drain', () => controller.resume());
    },
    onResponseEnd() {
      res.end();
      done();
    },
    onResponseError: (_controller, error) => done(error),
  };
}

/**
 * The way to one service over kept-alive connections. A service that is away or late is told apart; a client that
 * leaves ends the request upstream.
 */
export function upstream({ service, url, timeoutMs }: Options): Upstream {
  const pool = new Pool(url, {
    connections: MAX_CONNECTIONS,
    connectTimeout: CONNECT_MS,
    headersTimeout: timeoutMs,
    allowH2: false,
  });
  return {
    pass(req, res, headers, added) {
      const settled = Promise.withResolvers<void>();
      // Undici destroys a body that a service did not want to the end; the request itself must live to be answered.
      const body = hasBody(req) ? req.pipe(new PassThrough()) : null;
      const isRepeatable = body === null && (req.method === 'GET' || req.method === 'HEAD');

      function dispatch(mayRepeat: boolean): void {
        const handler = replyTo(res, added, error => {
          if (mayRepeat && error && isStale(error) && !res.headersSent && !res.destroyed)
            return dispatch(false);
          if (body && !req.complete) req.unpipe(body).resume();
          if (!error || res.destroyed) return settled.resolve();
          return settled.reject(toAppError(service, error));
        });
        pool.dispatch({ path: req.url ?? '/', method: req.method ?? 'GET', headers, body }, handler);
      }
      dispatch(isRepeatable);
      return settled.promise;
    },
    close: () => pool.destroy(),
  };
}
