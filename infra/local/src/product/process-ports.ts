import { managementPortOf } from '@closingwire/chassis/management';
import type { WantedPort } from '../ports/expect-free-ports.ts';
import { freePort } from '../ports/free-port.ts';
import { topology } from '../topology.ts';
import { type ProcessPorts, portOf } from './wiring.ts';

/** The variable and the usual port of each process. */
export const processPorts = Object.fromEntries(topology.map(({ name, port }) => [name, port]));

/** The ports at which the processes answer whoever runs them, as wishes. */
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
