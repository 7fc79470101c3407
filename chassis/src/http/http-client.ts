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

const TIMEOUT_MS = 5_000;
const standardMembers = new Set(['type', 'title', 'status', 'detail', 'message', 'code', 'requestId']);

/** The error that the other service returned, as it threw it. */
function fromProblem(body: unknown, status: number, url: string): AppError {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const code = typeof problem.code === 'string' ? problem.code : 'call_failed';
  const message = typeof problem.message === 'string' ? problem.message : `${url} answered ${status}`;
  const detail = Object.fromEntries(
    Object.entries(problem).filter(([member]) => !standardMembers.has(member)),
  );
  return new AppError(kindOfStatus(status), code, message, { detail });
}

function fromFetch(cause: unknown, url: string): AppError {
  const isLate = cause instanceof Error && cause.name === 'TimeoutError';
  return isLate
    ? new AppError('timeout', 'call_timeout', `${url} did not answer within ${TIMEOUT_MS} ms`, { cause })
    : new AppError('unavailable', 'call_unavailable', `${url} does not answer; try again shortly`, { cause });
}

/**
 * A typed client for another service's contract. Rejects with an AppError: the service's own when it replied,
 * `unavailable` or `timeout` (after five seconds) when it did not. Never call it inside a transaction.
 */
export function callInternal<C extends AnyContractRouter>(
  contract: C,
  { url, token }: { url: string; token: () => Promise<string> },
): JsonifiedClient<ContractRouterClient<C>> {
  const watch = restartWatch(url);

  const link = new OpenAPILink(contract, {
    url,
    headers: async () => ({ authorization: `Bearer ${await token()}`, traceparent: traceparent() }),
    fetch: async (request, init) => {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      // Another try needs a body that was not read.
      const send = () => serviceFetch(request.clone(), { ...init, signal });
      const reply = await watch.send(send).catch(cause => {
        throw fromFetch(cause, url);
      });
      if (reply.ok) return reply;
      throw fromProblem(await reply.json().catch(() => undefined), reply.status, url);
    },
  });
  return createORPCClient(link);
}

type Dispatcher = NonNullable<RequestInit['dispatcher']>;

// Node's types of the same class do not agree with undici's under `exactOptionalPropertyTypes`.
const dispatcher = new Agent({
  keepAliveTimeout: SAFE_IDLE_MS,
  keepAliveMaxTimeout: SAFE_IDLE_MS,
}) as unknown as Dispatcher;

/** `fetch` from a service of ours, which closes no connection under a request when it ends. */
export const serviceFetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
  fetch(input, { ...init, dispatcher });

/** What is known of a service that may just be starting anew, after a new version or a fault. */
export type RestartWatch = {
  /** A request reached it. */
  reached(): void;
  /** After a refused connection: true once it listens again, false when it has been away for too long. */
  isBack(): Promise<boolean>;
  /** Sends, and once more when nobody listened and somebody does again. Rejects as `send` does. */
  send<Reply>(send: () => Promise<Reply>): Promise<Reply>;
};

const LOOK_EVERY_MS = 50;
/** Longer than a process of ours needs to start. */
const RESTART_MS = 15_000;

/**
 * Watches one service for all that call it. Within the first `withinMs` of an absence callers wait together, by
 * looking whether somebody listens; after that nobody waits until it was reached again.
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

/** Nobody listened, so nothing of the request was read: it can be sent again, whatever it does. */
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
