import { AppError } from './app-error.ts';

/** Classes of PostgreSQL: connections (08), disk and memory (53), system errors (58), shutdown (57P0). */
const awayCodes =
  /^(08...|53...|58...|57P0[1-5]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const awayMessages =
  /Connection terminated|^timeout expired$|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|Connection ended unexpectedly/;
/** NUL in text, or a lone surrogate in JSON: a retry does not help. */
const unstorable = /^(22021|22P05)$/;
/** MongoDB's driver has names instead of codes. */
const awayNames = /^Mongo(ose)?(ServerSelection|Network|PoolCleared|NotConnected)/;

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Returns true if the server is gone, refuses connections or is full: the same call may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AppError) return error.code === 'database_unavailable';
  return awayCodes.test(codeOf(error)) || awayMessages.test(error.message) || awayNames.test(error.name);
}

/** Returns true if no pooled connection became free in time; the server may be fine. */
export function isPoolFull(error: unknown): boolean {
  if (error instanceof AppError) return isPoolFull(error.cause);
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

/** Returns true for a serialization failure or deadlock: run the transaction again. */
export function isWorthRerunning(error: unknown): boolean {
  return codeOf(error) === '40001' || codeOf(error) === '40P01';
}

/** Returns true if PostgreSQL refused a statement because an earlier one of the transaction failed. */
export const isAfterFailure = (error: unknown): boolean => codeOf(error) === '25P02';

/** Translates a lost connection, a statement timeout and text that cannot be stored into an AppError; returns other errors unchanged. */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) {
    return new AppError(
      'unavailable',
      'database_unavailable',
      'The database does not answer; try again shortly',
      {
        cause: error,
      },
    );
  }
  if (codeOf(error) === '57014') {
    return new AppError('timeout', 'database_timeout', 'The database took too long to answer', {
      cause: error,
    });
  }
  if (unstorable.test(codeOf(error))) {
    const text = 'Expected text of whole characters, without NUL';
    return new AppError('invalid', 'invalid_input', text, { cause: error });
  }
  return error;
}
