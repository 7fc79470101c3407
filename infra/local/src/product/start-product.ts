import { mkdir } from 'node:fs/promises';
import { createDatabases } from '../servers/databases.ts';
import type { Servers } from '../servers/found-servers.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { environmentOf, type ProcessRow, topology } from '../topology.ts';
import { writeEnvironments } from './environments-file.ts';
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
  /** For every process, on top of what the platform gives them. */
  env?: Record<string, string>;
  /** Start these processes alone. The others have their addresses, where nobody answers. */
  only?: readonly string[];
};

/** Starts the processes of the product on the servers, and resolves when all of them are ready. */
export async function startProduct(
  supervisor: Supervisor,
  { servers, ports, env = {}, only = topology.map(({ name }) => name) }: ProductOptions,
): Promise<Product> {
  const { dir } = supervisor;
  await mkdir(`${dir}/log`, { recursive: true });
  const secrets = await localSecrets(dir);
  const wiring = wire({ dir, servers, secrets, ports, env: { ...process.env, ...env } });
  await createDatabases(servers.postgresUrl('postgres'), databases());

  const environment = (row: ProcessRow) => ({ ...environmentOf(row, wiring), ...env });
  await writeEnvironments(dir, Object.fromEntries(topology.map(row => [row.name, environment(row)])));
  for (const tier of tiers()) {
    const wanted = tier.filter(({ name }) => only.includes(name));
    await supervisor.start(wanted.map(row => processProgram(row, dir, environment(row))));
  }
  return {
    url: `http://localhost:${ports.gateway}`,
    processes: topology.map(({ name }) => ({ name, url: wiring.urlOf(name) })),
    demo: wiring.demo,
  };
}

/** The gateway opens last and closes first. */
function tiers(): ProcessRow[][] {
  const isGateway = ({ name }: ProcessRow) => name === 'gateway';
  return [topology.filter(row => !isGateway(row)), topology.filter(isGateway)];
}

function databases(): string[] {
  return [...new Set(topology.flatMap(({ database }) => database ?? []))];
}
