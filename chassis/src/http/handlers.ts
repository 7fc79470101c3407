import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Access } from '@closingwire/contracts/route';
import { OpenAPIHandler } from '@orpc/openapi/node';
import type { AnyRouter, Context, Router } from '@orpc/server';
import { BodyLimitPlugin } from '@orpc/server/node';
import type { StandardHandlerOptions } from '@orpc/server/standard';
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

/** Output that JSON.stringify may take as it is. */
class JsonOutput {
  readonly #value: unknown;
  constructor(value: unknown) {
    this.#value = value;
  }
  toJSON(): unknown {
    return this.#value;
  }
}

/**
 * oRPC copies each output to turn sets, maps and big integers into JSON. The contract's outputs have none, and
 * the copy costs as much as writing the JSON, so the output is passed on whole.
 */
const noCopy = {
  condition: (data: unknown) =>
    Array.isArray(data) || (typeof data === 'object' && data?.constructor === Object),
  serialize: (data: unknown) => new JsonOutput(data),
};

/**
 * Handles the routes of a contract. False when the path is not the contract's. Every failure is thrown, oRPC's
 * own too, so that one place writes problem documents.
 */
export function contractHandler(router: AnyRouter, maxBodyBytes: number) {
  const handler = new OpenAPIHandler<RequestContext>(router as Router<never, RequestContext>, {
    plugins: [new BodyLimitPlugin({ maxBodySize: maxBodyBytes }), queryCoercion],
    customJsonSerializers: [noCopy],
    customErrorResponseBodyEncoder: error => {
      throw error;
    },
    rootInterceptors: [
      async ({ context, next }) => {
        const result = await next();
        if (result.matched) addHeaders(result.response.headers, context.responseHeaders);
        return result;
      },
    ],
  });
  return async (req: IncomingMessage, res: ServerResponse, context: RequestContext): Promise<boolean> => {
    const { matched } = await handler.handle(req, res, { context });
    return matched;
  };
}

function addHeaders(target: Record<string, string | string[] | undefined>, added: Headers): void {
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
      res.once('close', () => {
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
