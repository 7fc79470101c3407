import { managementUrlOf } from '@closingwire/chassis/management-port';
import { until } from '@closingwire/chassis/testing';
import { answers } from '@closingwire/local/ports/answers';
import { runningProcesses } from '@closingwire/local/supervisor/run-record';
import type { WholeAddresses } from '../platform/whole-addresses.ts';

/** Everything that may be killed. The mail sink is no part of the product and is spared. */
export function targetsOf({ dir }: WholeAddresses): string[] {
  return [...runningProcesses(dir).keys()].filter(name => name !== 'mail');
}

const PATIENCE_MS = 90_000;

/** Kills a process with -9 and resolves, with the milliseconds it took, when the whole is ready again. */
export async function killAndAwait(whole: WholeAddresses, target: string): Promise<number> {
  const victim = runningProcesses(whole.dir).get(target);
  if (victim === undefined)
    throw new Error(`'${target}' does not run; there are ${targetsOf(whole).join(', ')}`);
  process.kill(victim.pid, 'SIGKILL');
  const killedAt = Date.now();
  await until(() => isBack(whole, target, victim.pid), { timeoutMs: PATIENCE_MS, everyMs: 50 });
  return Date.now() - killedAt;
}

async function isBack(whole: WholeAddresses, target: string, killedPid: number): Promise<boolean> {
  const now = runningProcesses(whole.dir).get(target);
  if (now === undefined || now.pid === killedPid) return false;
  const own = whole.processes[target];
  const isUp =
    own === undefined ? answers(portOfServer(whole, target)) : isOk(`${managementUrlOf(own)}/readyz`);
  return (await isUp) && isOk(`${whole.url}/api/health`);
}

function portOfServer({ postgresUrl, mongoUrl, kafkaBrokers }: WholeAddresses, server: string): number {
  const addresses: Record<string, string> = {
    postgres: postgresUrl,
    mongo: mongoUrl,
    kafka: `kafka://${kafkaBrokers}`,
  };
  return Number(new URL(addresses[server] ?? '').port);
}

async function isOk(url: string): Promise<boolean> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(3_000) });
  await reply.body?.cancel();
  return reply.ok;
}
