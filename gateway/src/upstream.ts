import { Agent, type ClientRequest, type IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@closingwire/chassis/app-error';
import type { Log } from '@closingwire/chassis/log';
import type { ServiceName } from '@closingwire/contracts/route';
import { createProxyMiddleware, proxyEventsPlugin, type RequestHandler } from 'http-proxy-middleware';

type Fail = (req: IncomingMessage, res: ServerResponse, error: AppError) => void;

type Options = {
  service: ServiceName;
  url: string;
  timeoutMs: number;
  log: Log;
  /** Writes the problem document. */
  fail: Fail;
};

/** Ends the exchange with 504 when the reply has not begun `timeoutMs` after the last byte of the request. */
function watchTimeout(
  { service, timeoutMs, fail }: Options,
  upstream: ClientRequest,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const isLate = () => {
    fail(
      req,
      res,
      new AppError('timeout', 'upstream_timeout', `The ${service} service did not answer in time; try again`),
    );
    upstream.destroy();
  };
  let timer: NodeJS.Timeout | undefined;
  const arm = () => {
    timer = setTimeout(isLate, timeoutMs);
  };
  if (req.complete) arm();
  else req.once('end', arm);
  upstream.once('response', () => clearTimeout(timer));
  upstream.once('close', () => clearTimeout(timer));
}

/**
 * The way to one service: streams request and reply over kept-alive connections. A service that is away is a
 * 503, one that is late a 504, both as problem documents; a client that leaves ends the request upstream.
 */
export function upstream(options: Options): RequestHandler {
  const { service, url, log, fail } = options;
  return createProxyMiddleware({
    target: url,
    agent: new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 64, scheduling: 'lifo' }),
    changeOrigin: false,
    xfwd: false,
    // Of its own plugins only the one that runs `on`; the others write bare-text errors and logs.
    ejectPlugins: true,
    plugins: [proxyEventsPlugin],
    on: {
      proxyReq: (request, req, res) => {
        watchTimeout(options, request, req, res);
        res.once('close', () => {
          if (!res.writableFinished) request.destroy();
        });
      },
      error: (error, req, res) => {
        if (!(res instanceof ServerResponse) || res.destroyed) return;
        log.warn({ err: error, service }, 'service does not answer');
        const text = `The ${service} service does not answer; try again shortly`;
        fail(req, res, new AppError('unavailable', 'upstream_unavailable', text, { cause: error }));
      },
    },
  });
}
