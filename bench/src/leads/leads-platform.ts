import { readFileSync } from 'node:fs';
import { treeOf } from '@closingwire/e2e/chaos/faults/process-tree';
import { freeServerPorts } from '@closingwire/local/ports/server-ports';
import { localSecrets } from '@closingwire/local/product/secrets';
import { startProduct } from '@closingwire/local/product/start-product';
import { freeProcessPorts } from '@closingwire/local/product/wiring';
import { localDirectory } from '@closingwire/local/root';
import { discardData } from '@closingwire/local/servers/discard-data';
import { startServers } from '@closingwire/local/servers/start-servers';
import { runningProcesses } from '@closingwire/local/supervisor/run-record';
import { openSupervisor } from '@closingwire/local/supervisor/supervisor';

/** Starts durable servers in a new folder, the two processes of leads, and others. */
export async function startLeadsPlatform(
  ingestProcesses: number,
  others: readonly string[] = [],
  env: Record<string, string> = {},
) {
  const dir = `${localDirectory}/bench`;
  await discardData(dir);
  const supervisor = await openSupervisor(dir, event => {
    if (event.kind === 'crashed') console.error(JSON.stringify(event));
  });
  const servers = await startServers(supervisor, { ports: await freeServerPorts(), durable: true });
  const ports = await freeProcessPorts();
  const more = await Promise.all(Array.from({ length: ingestProcesses - 1 }, freeProcessPorts));
  const ingesting = more.map(own => ({ 'leads-ingest': own['leads-ingest'] ?? 0 }));
  await startProduct(supervisor, {
    servers,
    ports,
    instances: [ports, ...ingesting],
    only: ['leads', 'leads-ingest', ...others],
    env: { LOG_LEVEL: 'warn', RESO_CONTROL: 'true', ...env },
  });
  const { ingestionKey, serviceSecret } = await localSecrets(dir);
  return {
    leadsUrl: `http://127.0.0.1:${ports.leads}`,
    postgresUrl: servers.postgresUrl,
    ingestionKey,
    serviceSecret,
    urlOf: (name: string) => `http://127.0.0.1:${ports[name]}`,
    /** Returns the most memory that a process has had, in MB. */
    peakMb: (name: string) => peakMbOf(dir, name),
    cpuSeconds: () => cpuSecondsOf(dir),
    async stop() {
      await supervisor.stop();
      await discardData(dir);
    },
  };
}

/** Returns the largest peak of the resident memory of a process and its children. */
function peakMbOf(dir: string, name: string): number {
  const pid = runningProcesses(dir).get(name)?.pid;
  const peaks = (pid === undefined ? [] : treeOf(pid)).map(each => {
    const [, kb = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${each}/status`, 'utf8')) ?? [];
    return Number(kb) / 1_024;
  });
  return Math.max(0, ...peaks);
}

const TICKS_PER_SECOND = 100;

/** Returns the user and system time of a process and its ended children; 0 if it has ended. */
function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    return [11, 12, 13, 14].reduce((sum, index) => sum + (fields[index] ?? 0), 0);
  } catch {
    return 0;
  }
}

/** Returns CPU seconds so far of each process in the folder, including its children. */
export const cpuSecondsOf = (dir: string): Map<string, number> =>
  new Map([...runningProcesses(dir)].map(([name, { pid }]) => [name, secondsOf(pid)] as const));

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
const secondsOf = (root: number) =>
  treeOf(root).reduce((sum, pid) => sum + ticksOf(pid), 0) / TICKS_PER_SECOND;
