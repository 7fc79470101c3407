import { webhookWaitsMs } from '@closingwire/contracts/catalog';

/**
 * Returns the wait before the next attempt; undefined to give up. `chance`, 0 to 1, varies the wait by a tenth, so
 * that deliveries that failed together are not retried together. The wait is never shorter than the receiver's
 * `Retry-After`.
 */
export function waitMs(failedAttempts: number, chance: number, retryAfterMs = 0): number | undefined {
  const step = webhookWaitsMs[failedAttempts - 1];
  return step === undefined ? undefined : Math.round(Math.max(step * (0.9 + 0.2 * chance), retryAfterMs));
}

/** The receiver's reply with the start of its body, or why none came. */
export type WebhookReply = { status: number; retryAfterMs: number; text: string } | { error: string };

const GONE = 410;

/** 2xx delivers and 410 ends the delivery. Everything else, redirects included, is retried. */
export function judge(reply: WebhookReply): 'delivered' | 'gone' | 'again' {
  if ('error' in reply) return 'again';
  if (reply.status >= 200 && reply.status < 300) return 'delivered';
  return reply.status === GONE ? 'gone' : 'again';
}
