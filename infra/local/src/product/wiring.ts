import { managementPortOf } from '@closingwire/chassis/management';
import { type Secrets, topology, type Wiring } from '@closingwire/topology';
import type { WantedPort } from '../ports/expect-free-ports.ts';
import { freePort } from '../ports/free-port.ts';
import type { Servers } from '../servers/start-servers.ts';
import { frontEndFolder } from './front-end-build.ts';

/** The port of each process, by name. */
export type ProcessPorts = Record<string, number>;

export type WiringOptions = {
  dir: string;
  servers: Servers;
  secrets: Secrets;
  ports: ProcessPorts;
  env: Record<string, string | undefined>;
};

/** Returns the wiring of processes on this machine. */
export function wire({ dir, servers, secrets, ports, env }: WiringOptions): Wiring {
  const urlOf = (name: string) => `http://127.0.0.1:${portOf(ports, name)}`;
  return {
    dataDir: name => `${dir}/data/${name}`,
    servers,
    secrets,
    host: '127.0.0.1',
    portOf: name => portOf(ports, name),
    managementPortOf: name => managementPortOf(portOf(ports, name)),
    urlOf,
    browserUrlOf: name =>
      name === 'gateway' ? env.PUBLIC_URL || `http://localhost:${portOf(ports, name)}` : urlOf(name),
    demo: !servers.found.some(({ name, source }) => name === 'postgres' && source === 'environment'),
    unlimitedMails: true,
    frontEnd: frontEndFolder,
    sandboxed: !env.STRIPE_SECRET_KEY && !env.STRIPE_LIVE_SECRET_KEY,
  };
}

function portOf(ports: ProcessPorts, name: string): number {
  const port = ports[name];
  if (port === undefined) throw new Error(`no port is given for ${name}`);
  return port;
}

/** The variable and default port of each process. */
export const processPorts = Object.fromEntries(topology.map(({ name, port }) => [name, port]));

/** Returns the management ports with their users and variables. */
export const wantedManagementPorts = (ports: ProcessPorts): WantedPort[] =>
  topology.map(({ name, port: { variable } }) => ({
    what: `${name} (management)`,
    variable,
    port: managementPortOf(portOf(ports, name)),
  }));

export async function freeProcessPorts(): Promise<ProcessPorts> {
  const ports = topology.map(async ({ name }) => [name, await freePort(managementPortOf)] as const);
  return Object.fromEntries(await Promise.all(ports));
}
