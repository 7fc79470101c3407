import { type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http';
import { ORPCError, ValidationError } from '@orpc/server';
import { AppError, kindOfStatus, kindTable } from './app-error.ts';
import { toDatabaseError } from './database-error.ts';
import { invalidInput } from './input-issues.ts';

const broken = (cause: unknown) =>
  new AppError('broken', 'internal_error', 'Something went wrong on our side; try again', { cause });

function fromOrpc(error: ORPCError<string, unknown>): AppError {
  const { cause } = error;
  if (error.status >= 500 && !error.defined)
    return cause instanceof AppError ? cause : toAppError(cause ?? error);
  if (cause instanceof ValidationError) return invalidInput(cause.issues, cause.data, cause);
  if (error.code === 'BAD_REQUEST') {
    return new AppError('invalid', 'invalid_body', 'Expected a body of well-formed JSON', { cause });
  }
  if (error.status === 413) return tooLarge(cause);
  const detail = typeof error.data === 'object' && error.data !== null ? { ...error.data } : {};
  return new AppError(kindOfStatus(error.status), error.code.toLowerCase(), error.message, { cause, detail });
}

const tooLarge = (cause: unknown) =>
  new AppError('too-large', 'too_large', 'The request body is larger than this route takes', { cause });

/** Errors of Express and its body parsers: they carry a status and say whether their text is for the client. */
function fromExpress(error: Error & { status: number; expose?: boolean; type?: string }): AppError {
  if (error.status === 413) return tooLarge(error);
  if (error.type === 'entity.parse.failed') {
    return new AppError('invalid', 'invalid_body', 'Expected a body of well-formed JSON', { cause: error });
  }
  if (error.status >= 500 || !error.expose) return broken(error);
  return new AppError(kindOfStatus(error.status), 'bad_request', error.message, { cause: error });
}

/** Whatever was thrown, as what may be told; unknown errors become `internal_error` with the cause inside. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ORPCError) return fromOrpc(error);
  const known = toDatabaseError(error);
  if (known instanceof AppError) return known;
  if (error instanceof Error && 'status' in error && typeof error.status === 'number') {
    return fromExpress(error as Error & { status: number });
  }
  return broken(error);
}

/** The RFC 9457 document of an error; `message` repeats `detail` because screens read it. */
export function problemOf(error: AppError, requestId: string) {
  const { status } = kindTable[error.kind];
  return {
    ...error.detail,
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: error.message,
    message: error.message,
    code: error.code,
    requestId,
  };
}

/** A whole reply, with the length of its body among the headers. */
export type WholeReply = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/** The reply that carries the problem document. `retryAfterSeconds` in the error's detail becomes a Retry-After header. */
export function problemReply(error: AppError, requestId: string): WholeReply {
  const body = Buffer.from(JSON.stringify(problemOf(error, requestId)));
  const { retryAfterSeconds } = error.detail;
  return {
    status: kindTable[error.kind].status,
    headers: {
      'content-type': 'application/problem+json',
      'content-length': body.length,
      'cache-control': 'no-store',
      ...(typeof retryAfterSeconds === 'number' && { 'retry-after': String(Math.ceil(retryAfterSeconds)) }),
      ...(error.kind === 'unauthenticated' && { 'www-authenticate': 'Bearer' }),
    },
    body,
  };
}

/** Sends the problem document. */
export function sendProblem(res: ServerResponse, error: AppError, requestId: string): void {
  const { status, headers, body } = problemReply(error, requestId);
  res.writeHead(status, headers).end(body);
}
