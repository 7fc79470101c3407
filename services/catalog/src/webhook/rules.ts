import { webhookWaitsMs } from '@closingwire/contracts/catalog';

/**
 * How long to wait after `failedAttempts` of them, up to a tenth more or less (`chance` is 0 to 1) so that
 * many deliveries do not come back together; never sooner than the receiver asked. Undefined when it is time
 * to give up.
 */
export function waitMs(failedAttempts: number, chance: number, retryAfterMs = 0): number | undefined {
  const step = webhookWaitsMs[failedAttempts - 1];
  return step === undefined ? undefined : Math.round(Math.max(step * (0.9 + 0.2 * chance), retryAfterMs));
}

/** What came of one attempt: the receiver's answer, or why there was none. */
export type WebhookAnswer =
  | { status: number; retryAfterMs: number /** The beginning of the body. */; text: string }
  | { error: string };

const GONE = 410;

/** 2xx delivers; 410 means never again; all else, redirects included, is tried again. */
export function judge(answer: WebhookAnswer): 'delivered' | 'gone' | 'again' {
  if ('error' in answer) return 'again';
  if (answer.status >= 200 && answer.status < 300) return 'delivered';
  return answer.status === GONE ? 'gone' : 'again';
}
