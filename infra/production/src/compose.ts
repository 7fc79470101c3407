import { root } from '@closingwire/local/root';
import { PlatformError } from '@closingwire/local/terminal';
import { execa } from 'execa';
import type { Color, Deployment } from './deployment.ts';
import { hasPins, pinsFile } from './pinned-images.ts';
import { type Commands, startServices } from './start-services.ts';
import { composeEnvironment, valuesFile } from './values.ts';

export type Compose = Commands & {
  /** Starts services and waits until they are ready; throws if one of them exits. */
  start(...services: string[]): Promise<void>;
};

/**
 * Returns `docker compose` for a server's files. Servers, Caddy and the backup are one project. Each color of the
 * product is another, so that a version starts and stops as a whole.
 */
export function composeOf(
  deployment: Deployment,
  { image, color }: { image: string; color?: Color },
): Compose {
  const project = color ? `${deployment.project}-${color}` : deployment.project;
  const own = ['docker-compose.yml', 'docker-compose.production.yml'].map(name => `${root}/${name}`);
  const files = [...own, ...(hasPins(deployment) ? [pinsFile(deployment)] : [])].flatMap(file => [
    '--file',
    file,
  ]);
  const command = [
    'compose',
    '--project-name',
    project,
    '--env-file',
    valuesFile(deployment),
    ...files,
    '--profile',
    '*',
  ];
  const env = { ...composeEnvironment(deployment), IMAGE: image, ...(color && { COLOR: color }) };
  const commands: Commands = {
    run: async (...args) => {
      const running = execa('docker', [...command, ...args], { env, stdio: 'inherit', reject: false });
      if (running.pid) deployment.turn?.add('docker', running.pid);
      const { failed } = await running;
      if (failed)
        throw new PlatformError(`\`docker compose ${args.join(' ')}\` failed: the reason is above.`);
    },
    read: async (...args) => (await execa('docker', [...command, ...args], { env })).stdout,
  };
  const interrupted = deployment.turn?.interrupted;
  return { ...commands, start: (...services) => startServices(commands, { services, interrupted }) };
}
