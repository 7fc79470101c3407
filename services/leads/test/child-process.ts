import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { dieWithParent } from '@closingwire/local/supervisor/program';

type Settings = Record<string, string | number | boolean | readonly string[] | undefined>;

/** Starts a process of leads as `make start` does, so that a test can kill it. */
export function startProcess(entry: 'main' | 'ingest-main' | 'feeds-main', settings: Settings) {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
  const script = fileURLToPath(new URL(`../src/${entry}.ts`, import.meta.url));
  const [file, ...args] = dieWithParent([process.execPath, script], 'SIGKILL');
  const child: ChildProcess = spawn(file, args, {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const written: string[] = [];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => void written.push(text));
  return {
    /** Its log so far. */
    log: () => written.join(''),
    /** Resolves once the process ended. */
    async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}
