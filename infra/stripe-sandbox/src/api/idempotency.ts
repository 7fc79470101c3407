import { createHash } from 'node:crypto';
import { ApiError } from '../api-error.ts';
import type { Store } from '../store.ts';

export type Reply = { status: number; body: string };

export type KeyedCall = { key: string; request: string };

export const fingerprint = (method: string, path: string, params: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([method, path, params]))
    .digest('hex');

/** Returns the first reply to this key, also an error. Refuses the key for another request. */
export function earlierReply(store: Store, { key, request }: KeyedCall): Reply | undefined {
  const [row] = store.rows('select request, status, body from idempotent_replies where key = ?', key);
  if (!row) return undefined;
  if (row.request === request) return { status: Number(row.status), body: String(row.body) };
  throw new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

export function insertReply(store: Store, { key, request }: KeyedCall, reply: Reply): void {
  store.change(
    'insert into idempotent_replies (key, request, status, body) values (?, ?, ?, ?)',
    key,
    request,
    reply.status,
    reply.body,
  );
}

export const keyInUse = (key: string) =>
  new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotency Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
