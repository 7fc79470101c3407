import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createORPCClient } from '@orpc/client';
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { Agent } from 'undici';
import { AppError, kindOfStatus } from '../process/app-error.ts';
import { traceparent } from '../process/tracing.ts';
import { SAFE_IDLE_MS } from './drain.ts';

const DEFAULT_TIMEOUT_MS = 5_000;
const standardMembers = new Set(['type', 'title', 'status', 'detail', 'message', 'code', 'requestId']);

/** Returns the error that the other service threw. */
function fromProblem(body: unknown, status: number, url: string): AppError {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const code = typeof problem.code === 'string' ? problem.code : 'call_failed';
  const message = typeof problem.message === 'string' ? problem.message : `${url} answered ${status}`;
  const detail = Object.fromEntries(
    Object.entries(problem).filter(([member]) => !standardMembers.has(member)),
  );
  return new AppError(kindOfStatus(status), code, message, { detail });
}

function fromFetch(cause: unknown, url: string, timeoutMs: number): AppError {
  const isLate = cause instanceof Error && cause.name === 'TimeoutError';
  return isLate
    ? new AppError('timeout', 'call_timeout', `${url} did not answer within ${timeoutMs} ms`, { cause })
    : new AppError('unavailable', 'call_unavailable', `${url} does not answer; try again shortly`, { cause });
}

/**
 * Returns a typed client for another service's contract. It rejects with the service's AppError, or without a reply with
 * `unavailable` or `timeout` (by default after five seconds). Never call it inside a transaction.
 */
export function callInternal<C extends AnyContractRouter>(
  contract: C,
  {
    url,
    token,
    timeoutMs = DEFAULT_TIMEOUT_MS,
  }: { url: string; token: () => Promise<string>; timeoutMs?: number },
): JsonifiedClient<ContractRouterClient<C>> {
  const watch = restartWatch(url);

  const link = new OpenAPILink(contract, {
    url,
    headers: async () => ({ authorization: `Bearer ${await token()}`, traceparent: traceparent() }),
    fetch: async (request, init) => {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
      // Sends a clone: a retry needs an unread body.
      const send = () => serviceFetch(request.clone(), { ...init, signal });
      const reply = await watch.send(send).catch(cause => {
        throw fromFetch(cause, url, timeoutMs);
      });
      if (reply.ok) return reply;
      throw fromProblem(await reply.json().catch(() => undefined), reply.status, url);
    },
  });
  return createORPCClient(link);
}

type Dispatcher = NonNullable<RequestInit['dispatcher']>;

// Under `exactOptionalPropertyTypes`, undici's type differs from Node's of the same class.
const dispatcher = new Agent({
  keepAliveTimeout: SAFE_IDLE_MS,
  keepAliveMaxTimeout: SAFE_IDLE_MS,
}) as unknown as Dispatcher;

/** `fetch` for calls to our services: drops idle connections before a stopping service does. */
export const serviceFetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
  fetch(input, { ...init, dispatcher });

/** Waits for a service that may be restarting. */
export type RestartWatch = {
  /** Call it when a request reached the service. */
  reached(): void;
  /** Call it after a refused connection: true once the service listens again, false if it is away for too long. */
  isBack(): Promise<boolean>;
  /** Sends; after a refused connection, sends once more when the service is back. */
  send<Reply>(send: () => Promise<Reply>): Promise<Reply>;
};

const LOOK_EVERY_MS = 50;
/** Longer than our processes need to start. */
const RESTART_MS = 15_000;

/**
 * Watches one service for all its callers. During the first `withinMs` of an absence, callers share one poll of its port;
 * after that they fail at once until a request reaches it.
 */
export function restartWatch(url: string, withinMs = RESTART_MS): RestartWatch {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const usualPort = protocol === 'https:' ? 443 : 80;
  let goneSince: number | undefined;
  let looking: Promise<boolean> | undefined;

  async function look(until: number): Promise<boolean> {
    while (performance.now() < until) {
      if (await listens(host, port === '' ? usualPort : Number(port))) return true;
      await pause(LOOK_EVERY_MS);
    }
    return false;
  }

  function reached(): void {
    goneSince = undefined;
  }

  function isBack(): Promise<boolean> {
    goneSince ??= performance.now();
    looking ??= look(goneSince + withinMs).finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    reached,
    isBack,
    async send(send) {
      const reply = await send().catch(async cause => {
        if (!isConnectionRefused(cause) || !(await isBack())) throw cause;
        return send();
      });
      reached();
      return reply;
    },
  };
}

/** Returns true if no process listened: the request was not read and can be sent again. */
export function isConnectionRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' || isConnectionRefused(error.cause);
}

function listens(host: string, port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host, port });
    const end = (isUp: boolean) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
    socket.setTimeout(1_000, () => end(false));
  });
}
