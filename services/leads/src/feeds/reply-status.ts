import type { Replied } from './exchange.ts';
import { FeedError } from './feed-error.ts';

const MOST_MESSAGE = 500;
const USUAL_WAIT_MS = 60_000;

type ErrorBody = { error?: { message?: unknown } | string; error_description?: unknown; message?: unknown };

/** Returns the server's words of a refusal, in OData's form, OAuth's or as text. */
export function wordsOf({ status, text }: Pick<Replied, 'status' | 'text'>): string {
  let words: unknown;
  try {
    const body = (JSON.parse(text) ?? {}) as ErrorBody;
    const own = typeof body.error === 'object' ? body.error?.message : undefined;
    words = own ?? body.error_description ?? body.message ?? body.error;
  } catch {
    words = /^\s*</.test(text) ? undefined : text;
  }
  // Postgres refuses NUL in text.
  const line = typeof words === 'string' ? words.replaceAll('\0', '').replace(/\s+/g, ' ').trim() : '';
  return line === ''
    ? `The server replied ${status} without a reason`
    : line.toWellFormed().slice(0, MOST_MESSAGE);
}

const isTransient = (status: number) => status >= 500 || status === 408 || status === 425;

/** Throws for a reply other than 2xx. */
export function checkStatus(reply: Replied): void {
  const { status, retryAfterMs } = reply;
  if (status >= 200 && status < 300) return;
  const message = wordsOf(reply);
  if (status === 429)
    throw new FeedError('limited', message, { status, waitMs: retryAfterMs || USUAL_WAIT_MS });
  if (isTransient(status)) throw new FeedError('away', message, { status, waitMs: retryAfterMs });
  if (status >= 300 && status < 400)
    throw new FeedError('refused', `Expected rows; the server redirects (${status}), enter its new address`, {
      status,
    });
  throw new FeedError('refused', message, { status });
}
