import { managementUrlOf } from '@closingwire/chassis/management';
import { until } from '@closingwire/chassis/testing';
import { isListening } from '@closingwire/local/ports/free-port';
import { runningProcesses } from '@closingwire/local/supervisor/run-record';
import type { WholeAddresses } from '../platform/whole-addresses.ts';

/** Returns the targets of faults: all processes but the mail sink, which is not part of the product. */
export function targetsOf({ dir }: WholeAddresses): string[] {
  return [...runningProcesses(dir).keys()].filter(name => name !== 'mail');
}

const PATIENCE_MS = 120_000;

/** Kills a process with SIGKILL; resolves with the milliseconds until the product is ready again. */
export const killAndAwait = (whole: WholeAddresses, target: string): Promise<number> =>
  signalAndAwait(whole, target, 'SIGKILL');

/** Ends a process with a signal; resolves with the milliseconds until the product is ready again. */
export async function signalAndAwait(
  whole: WholeAddresses,
  target: string,
  signal: 'SIGKILL' | 'SIGTERM',
): Promise<number> {
  const running = runningProcesses(whole.dir).get(target);
  if (running === undefined)
    throw new Error(`'${target}' does not run; there are ${targetsOf(whole).join(', ')}`);
  process.kill(running.pid, signal);
  const sentAt = Date.now();
  const isBack = async () => {
    const now = runningProcesses(whole.dir).get(target);
    return now !== undefined && now.pid !== running.pid && (await isUp(whole, target)) && isWhole(whole);
  };
  await until(isBack, { timeoutMs: PATIENCE_MS, everyMs: 50 });
  return Date.now() - sentAt;
}

/** Resolves when every process and server is ready. */
export async function untilWholeIsReady(whole: WholeAddresses): Promise<void> {
  const names = [...Object.keys(whole.processes), ...Object.keys(serverAddresses(whole))];
  const isReady = async () => {
    for (const name of names) if (!(await isUp(whole, name))) return false;
    return isWhole(whole);
  };
  await until(isReady, { timeoutMs: PATIENCE_MS, everyMs: 200 });
}

function isUp(whole: WholeAddresses, name: string): Promise<boolean> {
  const own = whole.processes[name];
  return own === undefined ? isListening(portOfServer(whole, name)) : isOk(`${managementUrlOf(own)}/readyz`);
}

const isWhole = (whole: WholeAddresses) => isOk(`${whole.url}/api/health`);

const serverAddresses = ({ postgresUrl, mongoUrl, kafkaBrokers }: WholeAddresses) => ({
  postgres: postgresUrl,
  mongo: mongoUrl,
  kafka: `kafka://${kafkaBrokers}`,
});

function portOfServer(whole: WholeAddresses, server: string): number {
  const addresses: Record<string, string> = serverAddresses(whole);
  return Number(new URL(addresses[server] ?? '').port);
}

async function isOk(url: string): Promise<boolean> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(3_000) });
  await reply.body?.cancel();
  return reply.ok;
}
