import { type ProcessRow, topology } from '@closingwire/topology';
import { prometheusPort, serverPorts } from './server-ports.ts';

type Port = ProcessRow['port'];

const split = (ports: readonly (Port & { isOfStart?: boolean })[]) => ({
  everywhere: ports.filter(({ isOfStart }) => !isOfStart),
  ofStart: ports.filter(({ isOfStart }) => isOfStart),
});

/** The gateway first: users change its port most often. */
const rows = topology.toSorted(
  (one, other) => Number(other.name === 'gateway') - Number(one.name === 'gateway'),
);

/** Ports of servers and processes. Containers publish only ports with callers outside. */
export const portsOfServers = split(Object.values(serverPorts));
export const portsOfProcesses = split(rows.map(({ port, isPublic }) => ({ ...port, isOfStart: !isPublic })));

/** Ports that only `make start` opens. */
export const portsOfStart: readonly Port[] = [
  ...portsOfServers.ofStart,
  ...portsOfProcesses.ofStart,
  prometheusPort,
];
