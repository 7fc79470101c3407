/** A failure that the operator can fix; its message states the remedy. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** Returns the message of an expected error, the stack of an unexpected one. */
export function describeFailure(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const { code, path = 'the target' } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return `The disk is full (writing ${path}). Make room, then try again.`;
  if (code === 'EACCES' || code === 'EROFS')
    return `${path} cannot be read or written by this user. Change its owner or mount it writable, then try again.`;
  return error instanceof Error ? String(error.stack) : String(error);
}

/** Returns the messages of an error and its causes in one line. */
export function reasonsOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reasonsOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${reasonsOf(error.cause)}`;
}
