import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Access } from '@closingwire/contracts/route';
import { StandardOpenAPICodec, StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard';
import { type AnyProcedure, type AnyRouter, type Context, ORPCError, ValidationError } from '@orpc/server';
import { BodyLimitPlugin, type NodeHttpHandlerOptions } from '@orpc/server/node';
import type { StandardHandlerOptions } from '@orpc/server/standard';
import { toStandardBody } from '@orpc/standard-server-node';
import { experimental_ZodSmartCoercionPlugin as ZodSmartCoercionPlugin } from '@orpc/zod/zod4';
import express from 'express';
import { requireAccess } from './access.ts';
import type { RequestContext } from './request-context.ts';

type Coerce = (procedure: AnyProcedure, input: unknown) => unknown;

/** Query strings carry text only, so GET inputs are coerced to what the contract declares; JSON bodies are not. */
function queryCoercion(): Coerce {
  const options: StandardHandlerOptions<Context> = {};
  new ZodSmartCoercionPlugin().init(options);
  const [interceptor] = options.clientInterceptors ?? [];
  if (!interceptor) throw new Error('The coercion plugin has no interceptor');
  type Call = { procedure: AnyProcedure; input: unknown; next: (coerced: { input: unknown }) => unknown };
  const coerce = interceptor as unknown as (call: Call) => unknown;
  // Without input there is nothing to coerce, and `next` is called without arguments.
  return (procedure, input) => coerce({ procedure, input, next: (coerced = { input }) => coerced.input });
}

/** What goes out as a body: the text of its JSON. */
class JsonBody {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value of which only the JSON is at hand: it cannot be read, only passed on. See `uncheckedImplementer`. */
export const jsonText = <T>(text: string): T => new JsonBody(text) as T;

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
  output: unknown,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (res.destroyed) return resolve();
    res.once('error', reject).once('close', resolve);
    if (output === undefined) {
      res.writeHead(status, headers).end();
      return;
    }
    const text = output instanceof JsonBody ? output.text : JSON.stringify(output);
    headers['content-type'] = 'application/json';
    headers['content-length'] = Buffer.byteLength(text);
    res.writeHead(status, headers).end(text);
  });
}

type Schema = AnyProcedure['~orpc']['inputSchema'];

/** Throws oRPC's `ValidationError` of what the contract does not allow. */
async function checked(schema: Schema, data: unknown): Promise<unknown> {
  if (!schema) return data;
  const result = await schema['~standard'].validate(data);
  if (!result.issues) return result.value;
  throw new ValidationError({ message: 'Not as the contract has it', issues: result.issues, data });
}

/** Whether a request may be handled; throws when it may not. Looked at before its input is. */
export type Guard = (procedure: AnyProcedure, context: RequestContext, input: unknown) => void;

const noErrors = {};

/** Calls what implements a route, as oRPC's own client does, without what nobody here uses. */
async function call(
  procedure: AnyProcedure,
  {
    path,
    guard,
    context,
    input,
  }: { path: readonly string[]; guard: Guard; context: RequestContext; input: unknown },
): Promise<unknown> {
  guard(procedure, context, input);
  const { inputSchema, outputSchema, outputValidationIndex, handler } = procedure['~orpc'];
  const valid = await checked(inputSchema, input).catch(cause => {
    throw cause instanceof ValidationError ? new ORPCError('BAD_REQUEST', { cause }) : cause;
  });
  const output = await handler({
    context,
    input: valid,
    path,
    procedure,
    errors: noErrors,
    lastEventId: undefined,
  });
  return Number.isNaN(outputValidationIndex) ? output : checked(outputSchema, output);
}

/**
 * Handles the routes of a contract. False when the path is not the contract's. Every failure is thrown, oRPC's
 * own too, so that one place writes problem documents.
 */
export function contractHandler(router: AnyRouter, guard: Guard, maxBodyBytes: number) {
  const matcher = new StandardOpenAPIMatcher();
  matcher.init(router);
  const codec = new StandardOpenAPICodec(
    new StandardOpenAPISerializer(
      new StandardOpenAPIJsonSerializer(),
      new StandardBracketNotationSerializer(),
    ),
  );
  const coerce = queryCoercion();
  const limit = bodyLimit(maxBodyBytes);

  async function answer(req: IncomingMessage, res: ServerResponse, context: RequestContext) {
    const request = standardRequest(req);
    const { method, url } = request;
    const match = await matcher.match(method, `/${url.pathname.replace(/^\/|\/$/g, '')}`);
    if (!match) return { matched: false as const };
    const { procedure, params, path } = match;
    const given = await codec.decode(request, params, procedure).catch(cause => {
      throw cause instanceof ORPCError ? cause : new ORPCError('BAD_REQUEST', { cause });
    });
    const input = method === 'GET' ? coerce(procedure, given) : given;
    const output = await call(procedure, { path, guard, context, input });
    const headers: OutgoingHttpHeaders = {};
    addHeaders(headers, context.responseHeaders);
    await send(res, procedure['~orpc'].route.successStatus ?? 200, headers, output);
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
