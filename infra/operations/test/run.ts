import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Runs the command line and returns the lines that it printed; rejects with `code` and `stderr` when it fails. */
export async function run(args: readonly string[], env: Record<string, string>): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], {
    env: { ...process.env, ...env },
  });
  return stdout.trimEnd().split('\n');
}
