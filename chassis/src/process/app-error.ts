/** The kinds of errors, shared by routes, consumers and jobs. */
export type Kind =
  | 'invalid'
  | 'unauthenticated'
  | 'payment-required'
  | 'denied'
  | 'missing'
  | 'not-allowed'
  | 'incomplete'
  | 'conflict'
  | 'too-large'
  | 'unsupported'
  | 'too-many'
  | 'headers-too-large'
  | 'not-implemented'
  | 'unavailable'
  | 'timeout'
  | 'broken';

type Treatment = { status: number; consumer: 'retry' | 'park'; level: 'info' | 'warn' | 'error' };

/** HTTP status, consumer action and log level of each kind. */
export const kindTable: Record<Kind, Treatment> = {
  invalid: { status: 400, consumer: 'park', level: 'info' },
  unauthenticated: { status: 401, consumer: 'park', level: 'info' },
  'payment-required': { status: 402, consumer: 'park', level: 'info' },
  denied: { status: 403, consumer: 'park', level: 'info' },
  // The event that creates the missing row may still arrive.
  missing: { status: 404, consumer: 'retry', level: 'info' },
  'not-allowed': { status: 405, consumer: 'park', level: 'info' },
  incomplete: { status: 408, consumer: 'park', level: 'info' },
  conflict: { status: 409, consumer: 'retry', level: 'info' },
  'too-large': { status: 413, consumer: 'park', level: 'info' },
  unsupported: { status: 415, consumer: 'park', level: 'info' },
  'too-many': { status: 429, consumer: 'retry', level: 'info' },
  'headers-too-large': { status: 431, consumer: 'park', level: 'info' },
  'not-implemented': { status: 501, consumer: 'park', level: 'warn' },
  unavailable: { status: 503, consumer: 'retry', level: 'warn' },
  timeout: { status: 504, consumer: 'retry', level: 'warn' },
  broken: { status: 500, consumer: 'retry', level: 'error' },
};

/** Returns the kind with this status; unknown 4xx are `invalid`, unknown 5xx `broken`. */
export function kindOfStatus(status: number): Kind {
  const kinds = Object.keys(kindTable) as Kind[];
  return kinds.find(kind => kindTable[kind].status === status) ?? (status < 500 ? 'invalid' : 'broken');
}

/**
 * The only error that domain code throws. `message`, for people, says what was expected and what came. `code`, for
 * programs, is stable snake_case. `detail` is JSON, merged into the top level of the problem document.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly kind: Kind;
  readonly code: string;
  readonly detail: Record<string, unknown>;

  constructor(
    kind: Kind,
    code: string,
    message: string,
    options: { cause?: unknown; detail?: Record<string, unknown> } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.kind = kind;
    this.code = code;
    this.detail = options.detail ?? {};
  }
}
