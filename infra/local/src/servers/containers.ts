import { runCommand, succeeds } from '../command.ts';
import { type ServerPorts, serverPorts } from '../ports/server-ports.ts';
import { root } from '../root.ts';
import type { Supervised } from '../supervisor/supervised.ts';
import type { ServerName } from './server.ts';

const composeFile = `${root}/docker-compose.yml`;

/** Starts servers of docker-compose.yml and waits until they are healthy. Named volumes hold their data. */
export async function startContainers(
  names: readonly ServerName[],
  ports: ServerPorts,
): Promise<Supervised[]> {
  const env = portVariables(ports);
  await compose(env, 'up', '--detach', '--wait', ...names);
  return names.map(name => ({
    name,
    pid: undefined,
    // The engine does not restart a container that was killed on purpose.
    async kill(signal = 'SIGKILL') {
      await compose(env, 'kill', '--signal', signal, name);
      await compose(env, 'start', name);
    },
    untilReady: () => compose(env, 'up', '--detach', '--wait', name),
    stop: () => compose(env, 'stop', name),
  }));
}

/** Removes the containers and their data. */
export async function removeContainers(): Promise<void> {
  await compose({}, 'down', '--volumes');
}

function compose(env: Record<string, string>, ...args: string[]): Promise<void> {
  return runCommand(['docker', 'compose', '--file', composeFile, ...args], env);
}

/** Returns the ports as variables of docker-compose.yml. */
export function portVariables(ports: ServerPorts): Record<string, string> {
  const names = Object.keys(ports) as (keyof ServerPorts)[];
  return Object.fromEntries(names.map(name => [serverPorts[name].variable, String(ports[name])]));
}

/**
 * Returns whether containers can run: the engine has to report its version in time, and compose has to be able to read
 * docker-compose.yml, which needs 2.24. A `docker` command alone proves nothing.
 */
export async function hasContainerEngine(): Promise<boolean> {
  const engine = succeeds(['docker', 'version', '--format', '{{.Server.Version}}'], 2_000);
  const compose = succeeds(['docker', 'compose', '--file', composeFile, 'config', '--quiet'], 5_000);
  return (await engine) && (await compose);
}
