import { PlatformError } from '../terminal.ts';
import type { WantedPort } from './expect-free-ports.ts';
import { freePort } from './free-port.ts';

/** Ports of all servers: default and variable. Containers do not publish all of them. */
export const serverPorts = {
  postgres: { variable: 'POSTGRES_PORT', usual: 15_432 },
  postgresStandby: { variable: 'POSTGRES_STANDBY_PORT', usual: 15_433, isOfStart: true },
  kafka: { variable: 'KAFKA_PORT', usual: 19_092 },
  kafkaController: { variable: 'KAFKA_CONTROLLER_PORT', usual: 19_093, isOfStart: true },
  mongo: { variable: 'MONGO_PORT', usual: 17_017 },
  smtp: { variable: 'SMTP_PORT', usual: 1025 },
  mailWeb: { variable: 'MAIL_WEB_PORT', usual: 1080 },
} as const;

export const prometheusPort = { variable: 'PROMETHEUS_PORT', usual: 19_090 };

export type ServerPorts = Record<keyof typeof serverPorts, number>;

export async function freeServerPorts(): Promise<ServerPorts> {
  const names = Object.keys(serverPorts);
  const free = await Promise.all(names.map(async name => [name, await freePort()] as const));
  return Object.fromEntries(free) as ServerPorts;
}

type Port = { variable: string; usual: number };

/** Returns each port of a table: the value of its variable or the default. */
export function configuredPorts<Name extends string>(
  table: Readonly<Record<Name, Port>>,
  env: Record<string, string | undefined>,
): Record<Name, number> {
  const names = Object.keys(table) as Name[];
  return Object.fromEntries(names.map(name => [name, portFrom(table[name], env)])) as Record<Name, number>;
}

/** Returns the table's ports with their users and variables. */
export function wantedPorts<Name extends string>(
  table: Readonly<Record<Name, Port>>,
  ports: Record<Name, number>,
): WantedPort[] {
  const names = Object.keys(table) as Name[];
  return names.map(name => ({ what: name, variable: table[name].variable, port: ports[name] }));
}

function portFrom({ variable, usual }: Port, env: Record<string, string | undefined>): number {
  const given = env[variable];
  if (given === undefined || given === '') return usual;
  const port = Number(given);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new PlatformError(`${variable} has to be a port from 1 to 65535; it is '${given}'.`);
}
