import type { PaymentRequired } from '@closingwire/contracts/route';

/** A reply outside 2xx. `message` is for users; `body` is the problem document, if the reply has one. */
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

/** The problem document's message, or else `status: body`. */
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

/** Returns true if the server does not know the call: one of the specification has only the specification's calls. */
export const isUnknownCall = (error: unknown): boolean =>
  error instanceof UnexpectedReply || (error instanceof ApiError && error.status === 404);

/** Returns the body of a 402; null for another error. */
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

/** Returns the reply's own message; undefined for a bare status, such as a proxy's. */
export function ownMessageOf(error: unknown): string | undefined {
  const message = error instanceof ApiError ? error.body.message : undefined;
  return typeof message === 'string' && message !== '' ? message : undefined;
}

/** Returns the server's message, or else the fallback: users cannot read a proxy's page or a browser's error. */
export const messageOf = (error: unknown, fallback: string): string => ownMessageOf(error) ?? fallback;
