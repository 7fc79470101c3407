import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Access } from '@closingwire/contracts/route';
import { StandardOpenAPIHandler } from '@orpc/openapi/standard';
import type { AnyRouter, Context, Router } from '@orpc/server';
import { BodyLimitPlugin, type NodeHttpHandlerOptions } from '@orpc/server/node';
import type { StandardHandlerOptions } from '@orpc/server/standard';
import { toStandardBody } from '@orpc/standard-server-node';
import { experimental_ZodSmartCoercionPlugin as ZodSmartCoercionPlugin } from '@orpc/zod/zod4';
import express from 'express';
import { requireAccess } from './access.ts';
import type { RequestContext } from './request-context.ts';

/** Query strings carry text only, so GET inputs are coerced to what the contract declares; JSON bodies are not. */
const queryCoercion = {
  init<T extends Context>(options: StandardHandlerOptions<T>): void {
    const smart: StandardHandlerOptions<Context> = {};
    new ZodSmartCoercionPlugin().init(smart);
    const [coerce] = smart.clientInterceptors ?? [];
    if (!coerce) throw new Error('The coercion plugin has no interceptor');
    options.clientInterceptors = [
      ...(options.clientInterceptors ?? []),
      call => (call.procedure['~orpc'].route.method === 'GET' ? coerce(call) : call.next()),
    ];
  },
};

/** What goes out as a body: the text of its JSON. */
class JsonBody {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value of which only the JSON is at hand: it cannot be read, only passed on. See `uncheckedImplementer`. */
export const jsonText = <T>(text: string): T => new JsonBody(text) as T;

/**
 * oRPC copies each output to turn sets, maps and big integers into JSON. The contract's outputs have none, and
 * the copy costs as much as writing the JSON, so the output is written as it is.
 */
const noCopy = {
  condition: (data: unknown) =>
    Array.isArray(data) || (typeof data === 'object' && data?.constructor === Object),
  serialize: (data: unknown) => new JsonBody(JSON.stringify(data)),
};

function standardRequest(req: IncomingMessage) {
  const { method = 'GET', url = '/', headers } = req;
  let body: Promise<unknown> | undefined;
  return {
    method,
    url: new URL(`http://localhost${url.startsWith('/') ? '' : '/'}${url}`),
    headers,
    body: () => {
      body ??= toStandardBody(req);
      return body;
    },
    signal: undefined,
  };
}

/** Refuses bodies that are too large while they are read. */
function bodyLimit(maxBodySize: number) {
  const options: NodeHttpHandlerOptions<RequestContext> = {};
  new BodyLimitPlugin<RequestContext>({ maxBodySize }).initRuntimeAdapter(options);
  const [limit] = options.adapterInterceptors ?? [];
  if (!limit) throw new Error('The body limit has no interceptor');
  return limit;
}

/** Resolves when the reply is out. */
function send(
  res: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body: unknown,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (res.destroyed) return resolve();
    res.once('error', reject).once('close', resolve);
    if (body === undefined) {
      res.writeHead(status, headers).end();
      return;
    }
    const text = body instanceof JsonBody ? body.text : JSON.stringify(body);
    headers['content-type'] = 'application/json';
    headers['content-length'] = Buffer.byteLength(text);
    res.writeHead(status, headers).end(text);
  });
}

/**
 * Handles the routes of a contract. False when the path is not the contract's. Every failure is thrown, oRPC's
 * own too, so that one place writes problem documents.
 */
export function contractHandler(router: AnyRouter, maxBodyBytes: number) {
  const handler = new StandardOpenAPIHandler<RequestContext>(router as Router<never, RequestContext>, {
    plugins: [queryCoercion],
    customJsonSerializers: [noCopy],
    customErrorResponseBodyEncoder: error => {
      throw error;
    },
  });
  const limit = bodyLimit(maxBodyBytes);

  async function answer(req: IncomingMessage, res: ServerResponse, context: RequestContext) {
    const { matched, response } = await handler.handle(standardRequest(req), { context });
    if (!matched) return { matched: false as const };
    const headers: OutgoingHttpHeaders = { ...response.headers };
    addHeaders(headers, context.responseHeaders);
    await send(res, response.status, headers, response.body);
    return { matched: true as const };
  }

  return async (req: IncomingMessage, res: ServerResponse, context: RequestContext): Promise<boolean> => {
    const replying = () => answer(req, res, context);
    if (req.method === 'GET') return (await replying()).matched;
    const sendStandardResponseOptions = {};
    const limited = { request: req, response: res, context, next: replying, sendStandardResponseOptions };
    return (await limit(limited)).matched;
  };
}

function addHeaders(target: OutgoingHttpHeaders, added: Headers): void {
  for (const [name, value] of added) if (name !== 'set-cookie') target[name] = value;
  const cookies = added.getSetCookie();
  if (cookies.length > 0) target['set-cookie'] = cookies;
}

const contexts = new WeakMap<IncomingMessage, RequestContext>();

/** The context of a request inside a plain route. */
export function contextOf(req: IncomingMessage): RequestContext {
  const context = contexts.get(req);
  if (!context) throw new Error('The request did not come through httpPart');
  return context;
}

/** Guards a plain route like the contract's access does: `app.post(path, allow('subscriber'), …)`. */
export function allow(access: Access): express.RequestHandler {
  return (req, _res, next) => {
    requireAccess(access, contextOf(req));
    next();
  };
}

/** Handles plain Express routes. False when none matches; throws what a route throws. */
export function plainHandler(plain: (app: express.Router) => void) {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const router = express.Router();
  plain(router);
  app.use(router);
  return (req: IncomingMessage, res: ServerResponse, context: RequestContext): Promise<boolean> => {
    contexts.set(req, context);
    return new Promise((resolve, reject) => {
      // Before those who measure the request read its route.
      res.prependOnceListener('close', () => {
        context.request.route ??= routeOf(req);
        resolve(true);
      });
      app(req as express.Request, res as express.Response, (error?: unknown) => {
        if (error) reject(error);
        else resolve(false);
      });
    });
  };
}

const routeOf = (req: IncomingMessage): string => {
  const { route } = req as express.Request;
  return typeof route?.path === 'string' ? route.path : 'plain';
};
