import type { Servers } from '../servers/found-servers.ts';
import { frontEndFolder } from './front-end-build.ts';
import type { Secrets } from './secrets.ts';

/** The port of each process, by its name. */
export type ProcessPorts = Record<string, number>;

/** What processes are told about the world around them. */
export type Wiring = {
  dir: string;
  servers: Servers;
  secrets: Secrets;
  /** How one process reaches another; no slash at the end. */
  urlOf: (name: string) => string;
  /** Whether demo accounts and data are made. */
  demo: boolean;
  frontEnd: string;
  /** Whether payments go to the sandbox: they do, unless somebody gave a Stripe key of their own. */
  sandboxed: boolean;
};

export type WiringOptions = {
  dir: string;
  servers: Servers;
  secrets: Secrets;
  ports: ProcessPorts;
  env: Record<string, string | undefined>;
};

export function wire({ dir, servers, secrets, ports, env }: WiringOptions): Wiring {
  const urlOf = (name: string) => `http://127.0.0.1:${portOf(ports, name)}`;
  return {
    dir,
    servers,
    secrets,
    urlOf,
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
