import { createHash } from 'node:crypto';
import { ApiError } from './api-error.ts';
import type { Store } from './store.ts';

export type Reply = { status: number; body: string };

export function fingerprint(method: string, path: string, params: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([method, path, params]))
    .digest('hex');
}

/** The first reply to this key, whatever it was; the same key with another request is refused. */
export function earlierReply(store: Store, key: string, request: string): Reply | undefined {
  const [row] = store.rows('select request, status, body from idempotent_replies where key = ?', key);
  if (!row) return undefined;
  if (row.request === request) return { status: Number(row.status), body: String(row.body) };
  throw new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

export function keepReply(store: Store, key: string, request: string, reply: Reply): void {
  store.change(
    'insert into idempotent_replies (key, request, status, body) values (?, ?, ?, ?)',
    key,
    request,
    reply.status,
    reply.body,
  );
}
