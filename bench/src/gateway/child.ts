import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { freePort } from '@closingwire/local/ports/free-port';

const TICKS_PER_SECOND = 100;

export type Child = {
  url: string;
  /** CPU time so far, user and system, of all threads. */
  cpuMs(): Promise<number>;
  residentMb(): Promise<number>;
  stop(): void;
};

async function untilListening(url: string, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    if (child.exitCode !== null) throw new Error(`${url} ended with ${child.exitCode} before it answered`);
    const reply = await fetch(url).catch(() => undefined);
    await reply?.body?.cancel();
    if (reply) return;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  throw new Error(`${url} did not answer within 60 s`);
}

/** Starts a program that listens on PORT as a process, and waits until it replies. */
export async function startChild(script: URL, env: Record<string, string> = {}): Promise<Child> {
  const [port, managementPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [script.pathname], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...env,
      PORT: String(port),
      MANAGEMENT_PORT: String(managementPort),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await untilListening(url, child);
  const proc = (file: string) => readFile(`/proc/${child.pid}/${file}`, 'utf8');
  return {
    url,
    async cpuMs() {
      const fields = (await proc('stat')).replace(/^.*\) /, '').split(' ');
      return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
    },
    async residentMb() {
      return Number(/VmRSS:\s+(\d+)/.exec(await proc('status'))?.[1]) / 1024;
    },
    stop: () => child.kill('SIGKILL'),
  };
}
