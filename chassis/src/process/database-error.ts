import { AppError } from './app-error.ts';

/** Connections (08), room and memory (53), the machine itself (58), shutting down (57P0): nothing that the statement did. */
const awayCodes =
  /^(08...|53...|58...|57P0[1-5]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const awayMessages =
  /Connection terminated|^timeout expired$|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|Connection ended unexpectedly/;
/** NUL in text, and half a character in JSON: the sender's fault, which no retry mends. */
const unstorable = /^(22021|22P05)$/;
/** The document store's driver gives it a name. */
const awayNames = /^Mongo(ose)?(ServerSelection|Network|PoolCleared|NotConnected)/;

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** True when the server went away, refuses connections or lacks room, so that the same call may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AppError) return error.code === 'database_unavailable';
  return awayCodes.test(codeOf(error)) || awayMessages.test(error.message) || awayNames.test(error.name);
}

/** True when no connection of the pool became free in time: the server itself may be well. */
export function isPoolFull(error: unknown): boolean {
  if (error instanceof AppError) return isPoolFull(error.cause);
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

/** True for a serialization failure or a deadlock: the transaction is rolled back and may be run again. */
export function isWorthRerunning(error: unknown): boolean {
  return codeOf(error) === '40001' || codeOf(error) === '40P01';
}

/** True for a statement that PostgreSQL refuses because one before it in the transaction failed. */
export const isAfterFailure = (error: unknown): boolean => codeOf(error) === '25P02';

/** Turns a lost connection, a statement time-out and text that no column takes into an AppError; everything else stays as it is. */
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
