import { managementPortOf } from '@closingwire/chassis/management';
import { type ProcessRow, topology } from '../topology.ts';
import { type ProcessPorts, portOf, type Wiring } from './wiring.ts';

/** The whole environment that the platform adds for one process: what all are told, and what it alone is. */
export function environmentOf(row: ProcessRow, wiring: Wiring, ports: ProcessPorts): Record<string, string> {
  const publicUrl = `http://localhost:${portOf(ports, 'gateway')}`;
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(portOf(ports, row.name)),
    MANAGEMENT_PORT: String(managementPortOf(portOf(ports, row.name))),
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
