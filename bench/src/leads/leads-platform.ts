import { readdirSync, readFileSync } from 'node:fs';
import { freeServerPorts } from '@closingwire/local/ports/server-ports';
import { localSecrets } from '@closingwire/local/product/secrets';
import { readEnvironments, startProduct } from '@closingwire/local/product/start-product';
import { freeProcessPorts } from '@closingwire/local/product/wiring';
import { localDirectory } from '@closingwire/local/root';
import { discardData } from '@closingwire/local/servers/discard-data';
import { startServers } from '@closingwire/local/servers/start-servers';
import { runningProcesses } from '@closingwire/local/supervisor/run-record';
import { openSupervisor } from '@closingwire/local/supervisor/supervisor';

/** Starts durable servers in a new folder, and the two processes of leads. */
export async function startLeadsPlatform(
  only: readonly string[] = ['leads', 'leads-ingest'],
  { ingestProcesses = 1 } = {},
) {
  const dir = `${localDirectory}/bench`;
  await discardData(dir);
  const supervisor = await openSupervisor(dir, event => {
    if (event.kind === 'crashed') console.error(JSON.stringify(event));
  });
  const servers = await startServers(supervisor, { ports: await freeServerPorts(), durable: true });
  const ports = await freeProcessPorts();
  const more = await Promise.all(Array.from({ length: ingestProcesses - 1 }, freeProcessPorts));
  const others = more.map(own => ({ 'leads-ingest': own['leads-ingest'] ?? 0 }));
  await startProduct(supervisor, {
    servers,
    ports,
    instances: [ports, ...others],
    only,
    env: { LOG_LEVEL: 'warn' },
  });
  const { ingestionKey } = await localSecrets(dir);
  const environments = await readEnvironments(dir);
  return {
    dir,
    leadsUrl: `http://127.0.0.1:${ports.leads}`,
    gatewayUrl: `http://127.0.0.1:${ports.gateway}`,
    postgresUrl: servers.postgresUrl,
    ingestionKey,
    environmentOf: (name: string) => environments[name] ?? {},
    cpuSeconds: () => cpuSecondsOf(dir),
    async stop() {
      await supervisor.stop();
      await discardData(dir);
    },
  };
}

const TICKS_PER_SECOND = 100;

function statOf(pid: number): { parent: number; ticks: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    // User and system time of the process and its ended children.
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + (fields[index] ?? 0), 0);
    return { parent: fields[1] ?? 0, ticks };
  } catch {
    return undefined;
  }
}

/** Returns CPU seconds so far of each process in the folder, including its children. */
export const cpuSecondsOf = (dir: string): Map<string, number> =>
  new Map([...runningProcesses(dir)].map(([name, { pid }]) => [name, treeSeconds(pid)] as const));

type CpuSeconds = ReadonlyMap<string, number>;

/** Returns CPU milliseconds per `count` between two readings, by process, largest first. */
export function cpuMsEach(before: CpuSeconds, after: CpuSeconds, count: number): [string, number][] {
  const each = [...after].map(([name, at]): [string, number] => [
    name,
    ((at - (before.get(name) ?? 0)) * 1_000) / count,
  ]);
  return each.sort(([, a], [, b]) => b - a);
}

/** Returns CPU seconds of a process and its descendants. */
function treeSeconds(root: number): number {
  const pids = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number);
  const stats = new Map(pids.map(pid => [pid, statOf(pid)] as const));
  const isBelow = (pid: number): boolean => {
    const parent = stats.get(pid)?.parent;
    return pid === root || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  const ticks = pids.filter(isBelow).reduce((sum, pid) => sum + (stats.get(pid)?.ticks ?? 0), 0);
  return ticks / TICKS_PER_SECOND;
}
