import type { PaymentRequired } from '@closingwire/contracts/route';

/** A reply that is not 2xx. `message` is what people read; `body` the decoded problem document, if it was one. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, message: string, body: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }
}

/** A reply with a status of success that is not what the call returns. */
export class UnexpectedReply extends Error {
  constructor(call: string) {
    super(`${call}: the reply is not of the expected shape`);
    this.name = 'UnexpectedReply';
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The message is the problem document's own; of anything else it is status code, colon, body. */
export async function failureOf(response: Response): Promise<ApiError> {
  const { status, statusText } = response;
  const text = await response.text();
  const body = parse(text);
  if (isRecord(body) && typeof body.message === 'string') return new ApiError(status, body.message, body);
  return new ApiError(status, `${status}: ${text || statusText}`);
}

export function isUnauthorized(error: unknown): boolean {
  if (error instanceof ApiError && error.status === 401) return true;
  return error instanceof Error && /\b401\b|Unauthorized|No token provided/.test(error.message);
}

/** What a 402 holds about the account; null when the error is another one. */
export function paymentRequiredBy(error: unknown): PaymentRequired | null {
  if (!(error instanceof ApiError) || error.status !== 402) return null;
  const number = (name: string) => (typeof error.body[name] === 'number' ? error.body[name] : 0);
  return {
    trialExpired: error.body.trialExpired !== false,
    requiresPayment: error.body.requiresPayment !== false,
    zipCount: number('zipCount'),
    monthlyAmount: number('monthlyAmount'),
  };
}

/** The words of a refusal that has a message of its own; undefined for a bare status, such as a proxy sends. */
export function ownMessageOf(error: unknown): string | undefined {
  const message = error instanceof ApiError ? error.body.message : undefined;
  return typeof message === 'string' && message !== '' ? message : undefined;
}

/** The server's words, or ours when it had none: a proxy's page or the browser's jargon is nothing for people. */
export const messageOf = (error: unknown, fallback: string): string => ownMessageOf(error) ?? fallback;
