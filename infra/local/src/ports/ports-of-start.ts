import { type ProcessRow, topology } from '@closingwire/topology';
import { prometheusPort, serverPorts } from './server-ports.ts';

type Port = ProcessRow['port'];

const split = (ports: readonly (Port & { isOfStart?: boolean })[]) => ({
  everywhere: ports.filter(({ isOfStart }) => !isOfStart),
  ofStart: ports.filter(({ isOfStart }) => isOfStart),
});

/** The gateway first: it is the one that people move. */
const rows = topology.toSorted(
  (one, other) => Number(other.name === 'gateway') - Number(one.name === 'gateway'),
);

/** Ports of the servers and of the processes. Containers publish only those that are called from outside. */
export const portsOfServers = split(Object.values(serverPorts));
export const portsOfProcesses = split(rows.map(({ port, isPublic }) => ({ ...port, isOfStart: !isPublic })));

/** The ports that only `make start` opens on this machine. */
export const portsOfStart: readonly Port[] = [
  ...portsOfServers.ofStart,
  ...portsOfProcesses.ofStart,
  prometheusPort,
];
