import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AuditChange, CHANGES_HEADER, encodeChanges } from '@closingwire/contracts/audit';
import { NAMED_IDS_HEADER, namedIds } from '@closingwire/contracts/named-ids';
import type { AnyContractRouter } from '@orpc/contract';
import { type AnyRouter, type ImplementerInternal, implement } from '@orpc/server';
import type { Router as ExpressRouter } from 'express';
import { AppError, kindTable } from '../process/app-error.ts';
import { type Log, lazyChild } from '../process/log.ts';
import type { Part } from '../process/part.ts';
import { observeRequest } from '../process/telemetry.ts';
import { inRequestSpan } from '../process/tracing.ts';
import { requireAccess } from './access.ts';
import { plainHandler } from './handlers.ts';
import type { Identity } from './identity.ts';
import { type HttpPart, servingPart } from './management.ts';
import { contractHandler, type Guard, unchecked } from './orpc.ts';
import { sendProblem, toAppError } from './problem.ts';
import { type RequestContext, type RequestFacts, requestFacts } from './request-context.ts';
import { refuseIllFormed } from './well-formed.ts';

export type { RequestContext } from './request-context.ts';

type Implementer<C extends AnyContractRouter> = ImplementerInternal<C, RequestContext, RequestContext>;

/**
 * Begins a service's routes: `implementer(billingApi)` requires a handler for each route. `httpPart` checks the route's
 * `access` before the input.
 */
export function implementer<C extends AnyContractRouter>(contract: C): Implementer<C> {
  return implementerOf(contract, {});
}

/**
 * For handlers that return JSON from the database (`jsonText`): the output is neither checked nor stripped, because that
 * would cost as much as reading it.
 */
export function uncheckedImplementer<C extends AnyContractRouter>(contract: C): Implementer<C> {
  return implementerOf(contract, unchecked);
}

const implementerOf = <C extends AnyContractRouter>(
  contract: C,
  config: Partial<typeof unchecked>,
): Implementer<C> => implement(contract, config) as unknown as Implementer<C>;

const guard: Guard = ({ path = 'contract', access }, context, input) => {
  context.request.route = path;
  requireAccess(access, context);
  refuseIllFormed(input);
  if (access === 'admin') nameIds(input, context.responseHeaders);
};

/**
 * Reports IDs of `input` that cannot be secrets to the audit log. Admin routes do so by default.
 */
export function nameIds(input: unknown, responseHeaders: Headers): void {
  const named = typeof input === 'object' && input !== null ? namedIds(input) : {};
  const header = new URLSearchParams(named).toString();
  if (header !== '') responseHeaders.set(NAMED_IDS_HEADER, header);
}

/** Reports stored changes, made by `changeOf`, to the audit log. They must not contain secrets. */
export function nameChanges(changes: readonly AuditChange[], responseHeaders: Headers): void {
  if (changes.length > 0) responseHeaders.set(CHANGES_HEADER, encodeChanges(changes));
}

export type HttpOptions = {
  name: string;
  /** 0 picks a free port; see `url`. */
  port: number;
  /** Default: `port` + 1000, or a free port if `port` is 0. */
  managementPort?: number | undefined;
  host: string;
  log: Log;
  identity: Identity;
  /** From `implementer(…).router(…)`. */
  router?: AnyRouter;
  /** Routes that a contract cannot express: streams, raw bodies, redirects. */
  plain?: (app: ExpressRouter) => void;
  /** /readyz runs their checks. */
  parts: Part[];
  /** For contract routes; plain routes have their own limits. Default 1 MiB. */
  maxBodyBytes?: number;
};

const MIB = 1_048_576;
const notFound = () => new AppError('missing', 'not_found', 'Not found');

/** Contract routes return JSON, so for a caller that wants another type plain routes come first. */
function wantsJson(req: IncomingMessage): boolean {
  const { accept } = req.headers;
  return !accept || accept.includes('json') || accept.includes('*/*');
}

function fail(res: ServerResponse, thrown: unknown, request: RequestFacts, log: Log): void {
  const error = toAppError(thrown);
  const { level } = kindTable[error.kind];
  if (level !== 'info' || log.isLevelEnabled('debug')) {
    log[level]({ err: error, requestId: request.id, route: request.route }, 'request failed');
  }
  if (res.headersSent) res.destroy();
  else sendProblem(res, error, request.id);
}

/**
 * Serves a process over HTTP: contract routes on node:http, then plain Express routes, then a 404. Each failure becomes a
 * problem document. `stop` waits for open requests.
 */
export function httpPart(options: HttpOptions): HttpPart {
  const { log, identity, router, plain } = options;
  const contract = router && contractHandler(router, guard, options.maxBodyBytes ?? MIB);
  const express = plain && plainHandler(plain);

  async function route(req: IncomingMessage, res: ServerResponse, request: RequestFacts): Promise<void> {
    const responseHeaders = new Headers();
    try {
      const caller = await identity.callerOf(req.headers.authorization);
      const context = {
        caller,
        request,
        cookie: req.headers.cookie,
        responseHeaders,
        log: lazyChild(log, { requestId: request.id }),
      };
      const steps = wantsJson(req) ? [contract, express] : [express, contract];
      for (const step of steps) if (step && (await step(req, res, context))) return;
      throw notFound();
    } catch (error) {
      if (!res.headersSent) for (const [header, value] of responseHeaders) res.appendHeader(header, value);
      throw error;
    }
  }

  function serve(req: IncomingMessage, res: ServerResponse): void {
    const request = requestFacts(req);
    res.setHeader('x-request-id', request.id);
    observeRequest(res, request);
    inRequestSpan(req, res, request, () =>
      route(req, res, request).catch(error => fail(res, error, request, log)),
    );
  }

  const server = createServer(
    { keepAliveTimeout: 65_000, headersTimeout: 15_000, requestTimeout: 600_000 },
    serve,
  );
  return servingPart(server, options);
}
