import { freeProcessPorts, type ProcessPorts } from '@closingwire/local/product/wiring';
import { topology } from '@closingwire/local/topology';
import { openBalancer } from './balancer.ts';

/** Stand-ins of what lies outside keep their state in a file: there is one of each. */
const doubled = topology.filter(({ entry }) => !entry.startsWith('infra/')).map(({ name }) => name);

export type TwoOfEach = { ports: ProcessPorts; instances: readonly ProcessPorts[]; close(): void };

/** Ports for every process of the product twice, and a balancer before each pair. */
export async function placesForTwo(): Promise<TwoOfEach> {
  const first = await freeProcessPorts();
  const free = await freeProcessPorts();
  const second = Object.fromEntries(doubled.map(name => [name, free[name] ?? 0]));
  const balancers = await Promise.all(
    doubled.map(async name => [name, await openBalancer([first[name] ?? 0, second[name] ?? 0])] as const),
  );
  const before = Object.fromEntries(balancers.map(([name, { port }]) => [name, port]));
  return {
    ports: { ...first, ...before },
    instances: [first, second],
    close: () => {
      for (const [, balancer] of balancers) balancer.close();
    },
  };
}
