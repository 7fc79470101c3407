import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Access, RouteMeta } from '@closingwire/contracts/route';
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
import type { RequestContext } from './request-context.ts';

// The only file that uses oRPC's internals (ADR 37). `orpc.int.test.ts` fails on another version of oRPC: compare its own
// handler with this one before an upgrade.

type Coerce = (procedure: AnyProcedure, input: unknown) => unknown;

/** Coerces GET inputs to the contract's types, because query strings carry text only; JSON bodies are not coerced. */
function queryCoercion(): Coerce {
  const options: StandardHandlerOptions<Context> = {};
  new ZodSmartCoercionPlugin().init(options);
  const [interceptor] = options.clientInterceptors ?? [];
  if (!interceptor) throw new Error('Expected an interceptor from the coercion plugin, got none');
  type Call = { procedure: AnyProcedure; input: unknown; next: (coerced: { input: unknown }) => unknown };
  const coerce = interceptor as unknown as (call: Call) => unknown;
  // The plugin calls `next` without arguments if there is no input.
  return (procedure, input) => coerce({ procedure, input, next: (coerced = { input }) => coerced.input });
}

class JsonBody {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A reply that is already JSON text, for handlers of `uncheckedImplementer`. */
export const jsonText = <T>(text: string): T => new JsonBody(text) as T;

/** Configures `implement` so that outputs are not checked. */
export const unchecked = { initialOutputValidationIndex: Number.NaN };

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

/** Refuses too large bodies while it reads them. */
function bodyLimit(maxBodySize: number) {
  const options: NodeHttpHandlerOptions<RequestContext> = {};
  new BodyLimitPlugin<RequestContext>({ maxBodySize }).initRuntimeAdapter(options);
  const [limit] = options.adapterInterceptors ?? [];
  if (!limit) throw new Error('Expected an interceptor from the body limit plugin, got none');
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

async function checked(schema: Schema, data: unknown): Promise<unknown> {
  if (!schema) return data;
  const result = await schema['~standard'].validate(data);
  if (!result.issues) return result.value;
  throw new ValidationError({ message: 'Not as the contract has it', issues: result.issues, data });
}

/** Throws if the caller may not use the route; runs before the input is checked. */
export type Guard = (
  route: { path: string | undefined; access: Access },
  context: RequestContext,
  input: unknown,
) => void;

const noErrors = {};

/** Calls a route's handler like oRPC's own client, without middleware, interceptors and spans. */
async function call(
  procedure: AnyProcedure,
  {
    path,
    guard,
    context,
    input,
  }: { path: readonly string[]; guard: Guard; context: RequestContext; input: unknown },
): Promise<unknown> {
  const { route, meta, inputSchema, outputSchema, outputValidationIndex, handler } = procedure['~orpc'];
  guard({ path: route.path, access: (meta as RouteMeta).access }, context, input);
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
 * Handles the routes of a contract; returns false if none matches. It throws every failure, oRPC's included, so that one
 * place writes the problem documents.
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
