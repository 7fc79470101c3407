import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { root } from '../root.ts';
import { say } from '../say.ts';
import { createDatabases } from '../servers/databases.ts';
import type { Servers } from '../servers/found-servers.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { type ProcessRow, topology } from '../topology.ts';
import { writeEnvironments } from './environments-file.ts';
import { environmentOf } from './process-environment.ts';
import { processProgram } from './process-program.ts';
import { localSecrets } from './secrets.ts';
import { type ProcessPorts, wire } from './wiring.ts';

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
  await createDatabases(servers.postgresUrl('postgres'), databases());

  const rows = topology.filter(isWritten);
  const told = (row: ProcessRow) => ({ ...environmentOf(row, wiring, ports), ...env });
  await writeEnvironments(dir, Object.fromEntries(rows.map(row => [row.name, told(row)])));
  for (const tier of tiers(rows)) {
    await supervisor.start(tier.map(row => processProgram(row, dir, told(row))));
  }
  return {
    url: `http://localhost:${ports.gateway}`,
    processes: rows.map(({ name }) => ({ name, url: wiring.urlOf(name) })),
    demo: wiring.demo,
  };
}

/** The gateway opens last and closes first. */
function tiers(rows: readonly ProcessRow[]): ProcessRow[][] {
  return [rows.filter(({ name }) => name !== 'gateway'), rows.filter(({ name }) => name === 'gateway')];
}

function databases(): string[] {
  return [...new Set(topology.flatMap(({ database }) => database ?? []))];
}

function isWritten({ name, entry }: ProcessRow): boolean {
  if (existsSync(`${root}/${entry}`)) return true;
  say(`${name} is skipped: ${entry} is not written yet.`);
  return false;
}
