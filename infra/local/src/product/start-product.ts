import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { localDirectory, root } from '../root.ts';
import { say } from '../say.ts';
import { createDatabases } from '../servers/databases.ts';
import type { Servers } from '../servers/found-servers.ts';
import { logOf } from '../servers/grounds.ts';
import { dieWithParent } from '../supervisor/die-with-parent.ts';
import type { Program } from '../supervisor/program.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { type ProcessRow, topology } from '../topology.ts';
import type { ProcessPorts } from './process-ports.ts';
import { localSecrets } from './secrets.ts';
import { environmentOf, wire } from './wiring.ts';

export type Product = {
  /** The public address: front end and `/api`. */
  url: string;
  processes: readonly { name: string; url: string }[];
  /** Whether demo accounts are made. */
  demo: boolean;
};

export type ProductOptions = {
  servers: Servers;
  ports: ProcessPorts;
  /** Told to every process on top of what the platform tells them. */
  env?: Record<string, string>;
};

/** Starts every process of the product on the servers, and resolves when all of them are ready. */
export async function startProduct(
  supervisor: Supervisor,
  { servers, ports, env = {} }: ProductOptions,
): Promise<Product> {
  const { dir } = supervisor;
  await mkdir(`${dir}/log`, { recursive: true });
  const secrets = await localSecrets(dir);
  const wiring = wire({ dir, servers, secrets, ports, env: { ...process.env, ...env } });
  const databases = new Set(topology.flatMap(({ database }) => database ?? []));
  await createDatabases(servers.postgresUrl('postgres'), [...databases]);
  const written = topology.filter(isWritten);
  for (const tier of tiers(written)) {
    await supervisor.start(
      tier.map(row => programOf(row, dir, { ...environmentOf(row, wiring, ports), ...env })),
    );
  }
  return {
    url: `http://localhost:${ports.gateway}`,
    processes: written.map(({ name }) => ({ name, url: wiring.urlOf(name) })),
    demo: wiring.demo,
  };
}

/** The gateway opens last and closes first. */
function tiers(rows: readonly ProcessRow[]): ProcessRow[][] {
  return [rows.filter(({ name }) => name !== 'gateway'), rows.filter(({ name }) => name === 'gateway')];
}

function isWritten({ name, entry }: ProcessRow): boolean {
  if (existsSync(`${root}/${entry}`)) return true;
  say(`${name} is skipped: ${entry} is not written yet.`);
  return false;
}

function programOf(row: ProcessRow, dir: string, env: Record<string, string>): Program {
  const node = [`--max-old-space-size=${row.heapMb}`, '--max-semi-space-size=4', `${root}/${row.entry}`];
  return {
    name: row.name,
    command: dieWithParent([process.execPath, ...node], 'SIGTERM'),
    env: { NODE_COMPILE_CACHE: `${localDirectory}/compile-cache`, ...env },
    logFile: logOf({ dir }, row.name),
    stopSignal: 'SIGTERM',
    stopWithinMs: 15_000,
    readyWithinMs: 60_000,
    isReady: () => isReadyAt(`http://127.0.0.1:${env.PORT}/readyz`),
  };
}

async function isReadyAt(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
