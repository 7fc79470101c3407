import { AppError, kindTable } from '@closingwire/chassis/app-error';

/** A refusal as the wire protocol has it: its codes and statuses are given from outside. */
export class WireError extends Error {
  readonly status: number;
  readonly code: string;
  /** Further members of the body, such as `weak_password`. */
  readonly extra: Record<string, unknown>;
  constructor(status: number, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

export const invalid = (message: string) => new WireError(400, 'validation_failed', message);

const unexpected = () =>
  new WireError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  );

const codes: Record<string, string> = {
  too_many_requests: 'over_request_rate_limit',
  database_timeout: 'request_timeout',
};

function fromApp(error: AppError): WireError {
  const { status } = kindTable[error.kind];
  if (status === 500) return unexpected();
  const isLimit = error.code === 'too_many_requests';
  const message = isLimit ? 'Request rate limit reached' : error.message;
  return new WireError(status, codes[error.code] ?? error.code, message);
}

const isFromParser = (error: unknown): error is Error & { type: string; status: number } =>
  error instanceof Error && 'type' in error && 'status' in error;

/** Whatever a route threw, as the protocol has it. */
export function toWireError(error: unknown): WireError {
  if (error instanceof WireError) return error;
  if (error instanceof AppError) return fromApp(error);
  if (!isFromParser(error)) return unexpected();
  if (error.type === 'entity.too.large') {
    return new WireError(413, 'request_entity_too_large', 'Request body too large (max 1048576 bytes)');
  }
  return new WireError(400, 'bad_json', 'Could not parse request body as JSON');
}
