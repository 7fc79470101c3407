import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Access } from '@closingwire/contracts/route';
import express from 'express';
import { requireAccess } from './access.ts';
import type { RequestContext } from './request-context.ts';

const contexts = new WeakMap<IncomingMessage, RequestContext>();

/** Returns the request's context in a plain route. */
export function contextOf(req: IncomingMessage): RequestContext {
  const context = contexts.get(req);
  if (!context) throw new Error('The request did not come through httpPart');
  return context;
}

/** Checks the access of a plain route: `app.post(path, allow('subscriber'), …)`. */
export function allow(access: Access): express.RequestHandler {
  return (req, _res, next) => {
    requireAccess(access, contextOf(req));
    next();
  };
}

/** Handles plain Express routes; returns false if none matches, throws what a route throws. */
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
      // Runs before the listener of the metrics, which reads the route.
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
