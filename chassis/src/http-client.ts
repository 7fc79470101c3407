import { createORPCClient } from '@orpc/client';
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { AppError, kindOfStatus } from './app-error.ts';
import { restartWatch } from './restart-watch.ts';
import { serviceFetch } from './service-fetch.ts';
import { traceparent } from './telemetry.ts';

const TIMEOUT_MS = 5_000;
const standardMembers = new Set(['type', 'title', 'status', 'detail', 'message', 'code', 'requestId']);

/** The error that the other service answered with, as it threw it. */
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
 * A typed client for another service's contract. Rejects with an AppError: the service's own when it answered,
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
