import { ExecaError, execa } from 'execa';
import { lastLines } from './supervisor/log-file.ts';
import { PlatformError } from './terminal.ts';

/** A program and its arguments, run without a shell. */
export type Command = readonly [file: string, ...args: string[]];

/** Runs a command until it exits; if it fails, throws with its output. */
export async function runCommand([file, ...args]: Command, env: Record<string, string> = {}): Promise<void> {
  try {
    await execa(file, args, { env, all: true });
  } catch (cause) {
    if (!(cause instanceof ExecaError)) throw cause;
    const output = lastLines(String(cause.all ?? ''), 12).join('\n');
    throw new PlatformError(
      `\`${file} ${args[0] ?? ''}\` failed (${cause.originalMessage ?? `code ${cause.exitCode}`}). ${output}`,
      { cause },
    );
  }
}

/** Returns whether the command exits with 0 within the time. */
export async function succeeds([file, ...args]: Command, withinMs = 10_000): Promise<boolean> {
  const { failed } = await execa(file, args, { reject: false, stdio: 'ignore', timeout: withinMs });
  return !failed;
}
