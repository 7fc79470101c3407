import type { Servers } from '../servers/found-servers.ts';
import { type ProcessRow, topology } from '../topology.ts';
import { frontEndFolder } from './front-end-build.ts';
import type { ProcessPorts } from './process-ports.ts';
import type { Secrets } from './secrets.ts';

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

/** The whole environment that the platform adds for one process: what all are told, and what it alone is. */
export function environmentOf(row: ProcessRow, wiring: Wiring, ports: ProcessPorts): Record<string, string> {
  const publicUrl = `http://localhost:${portOf(ports, 'gateway')}`;
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(portOf(ports, row.name)),
    PUBLIC_URL: publicUrl,
    KAFKA_BROKERS: wiring.servers.kafkaBrokers,
    JWKS_URL: `${wiring.urlOf('auth')}/api/auth/v1/.well-known/jwks.json`,
    TOKEN_ISSUER: `${publicUrl}/api/auth/v1`,
    SERVICE_SECRET: wiring.secrets.serviceSecret,
    DEMO_DATA: String(wiring.demo),
    ...Object.fromEntries(topology.map(({ name }) => [urlVariable(name), wiring.urlOf(name)])),
    ...(row.database && { DATABASE_URL: wiring.servers.postgresUrl(row.database) }),
    ...row.env?.(wiring),
  };
}

const urlVariable = (name: string) => `${name.toUpperCase().replaceAll('-', '_')}_URL`;

function portOf(ports: ProcessPorts, name: string): number {
  const port = ports[name];
  if (port === undefined) throw new Error(`no port is given for ${name}`);
  return port;
}
