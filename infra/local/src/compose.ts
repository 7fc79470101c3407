import { type Command, runCommand } from './command.ts';
import { root } from './root.ts';
import { type ServerPorts, serverPorts } from './server-ports.ts';
import type { ServerName } from './servers/server.ts';
import type { Supervised } from './supervisor/supervised.ts';

/** Starts servers of docker-compose.yml and waits until they are healthy; their data stays in named volumes. */
export async function startContainers(
  names: readonly ServerName[],
  ports: ServerPorts,
): Promise<Supervised[]> {
  const compose = composeAt(ports);
  await compose('up', '--detach', '--wait', ...names);
  return names.map(name => ({
    name,
    pid: undefined,
    // The engine does not restart what was killed on purpose.
    async kill(signal = 'SIGKILL') {
      await compose('kill', '--signal', signal, name);
      await compose('start', name);
    },
    untilReady: () => compose('up', '--detach', '--wait', name),
    stop: () => compose('stop', name),
  }));
}

function composeAt(ports: ServerPorts) {
  const env = portVariables(ports);
  const compose: Command = ['docker', 'compose', '--file', `${root}/docker-compose.yml`];
  return (...args: string[]) => runCommand([...compose, ...args], env);
}

/** The ports as docker-compose.yml reads them. */
export function portVariables(ports: ServerPorts): Record<string, string> {
  const names = Object.keys(ports) as (keyof ServerPorts)[];
  return Object.fromEntries(names.map(name => [serverPorts[name].variable, String(ports[name])]));
}
