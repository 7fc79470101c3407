import { managementPortOf } from '@closingwire/chassis/management';
import { freeProcessPorts, type ProcessPorts } from '@closingwire/local/product/wiring';
import { productProcesses } from '@closingwire/topology';
import { openBalancer } from './balancer.ts';

/**
 * Only product processes run twice. The others replace external systems and keep their state in a file, so each runs
 * once.
 */
const doubled = productProcesses.map(({ name }) => name);

export type TwoOfEach = { ports: ProcessPorts; instances: readonly ProcessPorts[]; close(): void };

/** Ports for two of every process, with balancers in front for users and for operators. */
export async function portsOfTwo(): Promise<TwoOfEach> {
  const [ports, first, free] = [await freeProcessPorts(), await freeProcessPorts(), await freeProcessPorts()];
  const second = Object.fromEntries(doubled.map(name => [name, free[name] ?? 0]));
  const balancers = await Promise.all(
    doubled.flatMap(name => {
      const [before = 0, ...pair] = [ports[name] ?? 0, first[name] ?? 0, second[name] ?? 0];
      return [openBalancer(before, pair), openBalancer(managementPortOf(before), pair.map(managementPortOf))];
    }),
  );
  const single = Object.fromEntries(Object.entries(first).filter(([name]) => !doubled.includes(name)));
  return {
    ports: { ...ports, ...single },
    instances: [first, second],
    close: () => {
      for (const balancer of balancers) balancer.close();
    },
  };
}
