/** What came of one attempt: the receiver's answer, or why there was none. */
export type WebhookAnswer =
  | { status: number; retryAfterMs: number /** The beginning of the body. */; text: string }
  | { error: string };

const GONE = 410;

/** 2xx delivers; 410 says never again; all else, redirects included, is tried again. */
export function judge(answer: WebhookAnswer): 'delivered' | 'gone' | 'failed' {
  if ('error' in answer) return 'failed';
  if (answer.status >= 200 && answer.status < 300) return 'delivered';
  return answer.status === GONE ? 'gone' : 'failed';
}
