import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { managementPortOf } from '@closingwire/chassis/management';
import { databaseUrl } from '@closingwire/chassis/pg';
import { databases, environmentOf, nodeOptionsOf, type ProcessRow, topology } from '@closingwire/topology';
import { execa } from 'execa';
import { z } from 'zod';
import { localDirectory, root } from '../root.ts';
import { createDatabases } from '../servers/databases.ts';
import { logOf } from '../servers/native-settings.ts';
import type { Servers } from '../servers/start-servers.ts';
import { dieWithParent, type Program } from '../supervisor/program.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { localSecrets } from './secrets.ts';
import { type ProcessPorts, wire } from './wiring.ts';

const schema = z.record(z.string(), z.record(z.string(), z.string()));

/** The environment of each process, by name. */
export type Environments = z.output<typeof schema>;

const fileOf = (dir: string) => `${dir}/environments.json`;

/** Writes the environments for commands beside the running product. They contain secrets. */
async function writeEnvironments(dir: string, environments: Environments): Promise<void> {
  await writeFile(fileOf(dir), JSON.stringify(environments, undefined, 2), { mode: 0o600 });
}

export async function readEnvironments(dir: string): Promise<Environments> {
  return schema.parse(JSON.parse(await readFile(fileOf(dir), 'utf8')));
}

/** Node runs the TypeScript sources. A compile cache speeds up later starts. */
function processProgram(
  row: ProcessRow,
  { name, dir, code, env }: { name: string; dir: string; code: string; env: Record<string, string> },
): Program {
  return {
    name,
    command: dieWithParent([process.execPath, ...nodeOptionsOf(row), `${code}/${row.entry}`]),
    env: { NODE_COMPILE_CACHE: `${localDirectory}/compile-cache`, ...env },
    logFile: logOf({ dir }, name),
    remedy: 'Mend what it complains about, then start again.',
    stopWithinMs: 15_000,
    readyWithinMs: 60_000,
    isReady: () => isReadyAt(`http://127.0.0.1:${env.MANAGEMENT_PORT}/readyz`),
  };
}

async function isReadyAt(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** The checked-out commit, with `+` if files differ from it; empty without git. */
async function revisionOf(): Promise<string> {
  const { stdout } = await execa('git', ['-C', root, 'describe', '--always', '--dirty=+'], { reject: false });
  return stdout ?? '';
}

export type Product = {
  /** The public address of the front end and `/api`. */
  url: string;
  processes: readonly { name: string; url: string }[];
  /** Whether to create demo accounts. */
  demo: boolean;
};

export type ProductOptions = {
  servers: Servers;
  /** The ports in the processes' URLs. */
  ports: ProcessPorts;
  /** The ports on which instances listen behind a balancer; by default one instance on `ports`. */
  instances?: readonly ProcessPorts[] | undefined;
  /** Added to every process's environment. */
  env?: Record<string, string>;
  /**
   * The folder of the version that a process runs; by default this checkout. It may be a link that changes between two
   * starts.
   */
  codeOf?: ((process: string) => string) | undefined;
  /** Starts only these processes. The others' addresses refuse connections. */
  only?: readonly string[];
};

/** Starts the product's processes and resolves when all are ready. */
export async function startProduct(supervisor: Supervisor, options: ProductOptions): Promise<Product> {
  const { servers, ports, instances = [ports], env = {}, codeOf = () => root } = options;
  const { only = topology.map(({ name }) => name) } = options;
  const { dir } = supervisor;
  await mkdir(`${dir}/log`, { recursive: true });
  const secrets = await localSecrets(dir);
  const wiring = wire({ dir, servers, secrets, ports, env: { ...process.env, ...env } });
  const { POSTGRES_CA_FILE } = { ...process.env, ...env };
  const DATABASE_URL = servers.postgresUrl('postgres');
  await createDatabases(databaseUrl({ DATABASE_URL, POSTGRES_CA_FILE }), databases);

  const revision = await revisionOf();
  const environment = (row: ProcessRow) => ({ REVISION: revision, ...environmentOf(row, wiring), ...env });
  await writeEnvironments(dir, Object.fromEntries(topology.map(row => [row.name, environment(row)])));
  for (const tier of tiers()) {
    const wanted = tier.filter(({ name }) => only.includes(name));
    await supervisor.start(
      instances.flatMap((own, at) =>
        wanted
          .filter(({ name }) => own[name] !== undefined)
          .map(row => {
            const portEnv = {
              PORT: String(own[row.name]),
              MANAGEMENT_PORT: String(managementPortOf(own[row.name] ?? 0)),
            };
            return processProgram(row, {
              name: nameOf(row, at),
              dir,
              code: codeOf(nameOf(row, at)),
              env: { ...environment(row), ...portEnv },
            });
          }),
      ),
    );
  }
  return {
    url: `http://localhost:${ports.gateway}`,
    processes: instances.flatMap((own, at) =>
      topology
        .filter(({ name }) => own[name] !== undefined)
        .map(row => ({ name: nameOf(row, at), url: `http://127.0.0.1:${own[row.name]}` })),
    ),
    demo: wiring.demo,
  };
}

const nameOf = ({ name }: ProcessRow, at: number) => (at === 0 ? name : `${name}-${at + 1}`);

/** The gateway starts last and stops first. */
function tiers(): ProcessRow[][] {
  const isGateway = ({ name }: ProcessRow) => name === 'gateway';
  return [topology.filter(row => !isGateway(row)), topology.filter(isGateway)];
}
