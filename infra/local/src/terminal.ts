import { OperatorError } from '@closingwire/operations/operator-error';

/** Prints one line for whoever sits at the terminal. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A failure that the terminal shows by its message, a whole sentence that states what to do. */
export class PlatformError extends Error {
  override name = 'PlatformError';
}

/** What went wrong as a sentence for the person at the terminal; the stack only where nobody foresaw it. */
export function describeFailure(error: unknown): string {
  if (error instanceof PlatformError || error instanceof OperatorError) return error.message;
  const { code, path = 'the repository' } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return `The disk is full (writing ${path}). Make room, then try again.`;
  if (code === 'EACCES' || code === 'EROFS')
    return `${path} cannot be written. Make it yours, then try again.`;
  return error instanceof Error ? String(error.stack) : String(error);
}
