import { managementPortOf } from '@closingwire/chassis/management';
import type { Servers } from '../servers/found-servers.ts';
import type { Wiring } from '../topology.ts';
import { frontEndFolder } from './front-end-build.ts';
import type { Secrets } from './secrets.ts';

/** The port of each process, by its name. */
export type ProcessPorts = Record<string, number>;

export type WiringOptions = {
  dir: string;
  servers: Servers;
  secrets: Secrets;
  ports: ProcessPorts;
  env: Record<string, string | undefined>;
};

/** Of processes that run on this machine. */
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
    browserUrlOf: name => (name === 'gateway' ? `http://localhost:${portOf(ports, name)}` : urlOf(name)),
    demo: !servers.found.some(({ name, way }) => name === 'postgres' && way === 'environment'),
    frontEnd: frontEndFolder,
    sandboxed: !env.STRIPE_SECRET_KEY,
  };
}

export function portOf(ports: ProcessPorts, name: string): number {
  const port = ports[name];
  if (port === undefined) throw new Error(`no port is given for ${name}`);
  return port;
}
