import { freePort } from '../ports/free-port.ts';
import { topology } from '../topology.ts';
import type { ProcessPorts } from './wiring.ts';

/** The variable and the usual port of each process. */
export const processPorts = Object.fromEntries(topology.map(({ name, port }) => [name, port]));

export async function freeProcessPorts(): Promise<ProcessPorts> {
  const ports = topology.map(async ({ name }) => [name, await freePort()] as const);
  return Object.fromEntries(await Promise.all(ports));
}
