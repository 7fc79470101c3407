import type express from 'express';
import { ApiError } from '../api-error.ts';
import { meetFault } from '../faults.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Endpoint } from './endpoint.ts';
import {
  earlierReply,
  fingerprint,
  insertReply,
  type KeyedCall,
  keyInUse,
  type Reply,
} from './idempotency.ts';

export function apiErrorReply(error: ApiError): Reply {
  return { status: error.status, body: JSON.stringify({ error: error.fields }) };
}

const orderedFailure = new ApiError(500, {
  type: 'api_error',
  message: 'An unknown error occurred, as a test ordered it.',
});

/**
 * Runs a call and stores its reply in one transaction, so a repeated call after a crash replays it. An error rolls the
 * call back unless its `isCommitted` is true.
 */
function attempt({ store }: Sandbox, run: () => object, keep: (reply: Reply) => void): Reply {
  try {
    return store.transaction(() => {
      const reply = resultOf(run);
      keep(reply);
      return reply;
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const refusal = apiErrorReply(error);
    keep(refusal);
    return refusal;
  }
}

function resultOf(run: () => object): Reply {
  try {
    return { status: 200, body: JSON.stringify(run()) };
  } catch (error) {
    if (error instanceof ApiError && error.isCommitted) return apiErrorReply(error);
    throw error;
  }
}

async function execute(
  sandbox: Sandbox,
  endpoint: Endpoint,
  run: () => object,
  keep: (reply: Reply) => void,
): Promise<Reply> {
  const isToFail = await meetFault(sandbox.faults, endpoint.route);
  return attempt(
    sandbox,
    () => {
      if (isToFail) throw orderedFailure;
      return run();
    },
    keep,
  );
}

/** The idempotency keys of running calls, by mode. */
const keysInUse = new WeakMap<Sandbox, Set<string>>();

async function executeKeyed(
  sandbox: Sandbox,
  endpoint: Endpoint,
  run: () => object,
  call: KeyedCall,
): Promise<Reply> {
  const running = keysInUse.get(sandbox) ?? new Set();
  keysInUse.set(sandbox, running);
  if (running.has(call.key)) throw keyInUse(call.key);
  running.add(call.key);
  try {
    return await execute(sandbox, endpoint, run, reply => insertReply(sandbox.store, call, reply));
  } finally {
    running.delete(call.key);
  }
}

/** Replies to a call. Replays the stored reply to a POST with a known idempotency key. */
export async function runCall(
  sandbox: Sandbox,
  endpoint: Endpoint,
  request: express.Request,
): Promise<Reply & { replayed: boolean }> {
  const params: unknown = request.method === 'GET' ? request.query : { ...request.query, ...request.body };
  const path = Object.fromEntries(Object.entries(request.params).map(([key, value]) => [key, String(value)]));
  const run = () => endpoint.answer(sandbox, params ?? {}, path);
  const key = request.header('idempotency-key');
  if (request.method !== 'POST' || key === undefined) {
    return { ...(await execute(sandbox, endpoint, run, () => {})), replayed: false };
  }
  const call = { key, request: fingerprint(request.method, request.path, params) };
  const earlier = earlierReply(sandbox.store, call);
  if (earlier) return { ...earlier, replayed: true };
  return { ...(await executeKeyed(sandbox, endpoint, run, call)), replayed: false };
}
