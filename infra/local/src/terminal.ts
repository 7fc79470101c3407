import { OperatorError } from '@closingwire/operations/operator-error';

/** Prints one line to the terminal. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A failure whose message tells the user what to do. The terminal shows no stack. */
export class PlatformError extends Error {
  override name = 'PlatformError';
}

/** Returns the message of an expected failure, the stack of an unexpected one. */
export function describeFailure(error: unknown): string {
  if (error instanceof PlatformError || error instanceof OperatorError) return error.message;
  const { code, path = 'the repository' } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return `The disk is full (writing ${path}). Make room, then try again.`;
  if (code === 'EACCES' || code === 'EROFS')
    return `${path} cannot be written. Make it yours, then try again.`;
  return error instanceof Error ? String(error.stack) : String(error);
}

/** Runs a command. If it fails, prints why and sets the exit code. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${describeFailure(error)}\n`);
    process.exitCode = 1;
  }
}
