import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { withDatabase } from '@closingwire/topology/addresses';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs a service's script with its database; exits with the script's code. */
export async function runService(
  database: string | undefined,
  script: string,
  env: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<void> {
  const url = process.env.POSTGRES_URL;
  const own = database && url ? { DATABASE_URL: withDatabase(url, database) } : {};
  const child = spawn(process.execPath, [`${root}${script}`, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...own, ...env },
  });
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
}
