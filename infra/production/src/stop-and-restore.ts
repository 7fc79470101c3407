import { rm } from 'node:fs/promises';
import { PlatformError } from '@closingwire/local/terminal';
import { composeOf } from './compose.ts';
import { prepare, startServers } from './deploy.ts';
import { colors, type Deployment, readRunning } from './deployment.ts';
import { endVersion } from './end-version.ts';
import { provideImage } from './image.ts';

/** An interrupted deploy may have left the other color running. */
async function endVersions(deployment: Deployment, image: string): Promise<void> {
  for (const color of colors) await endVersion(deployment, { image, color });
}

/**
 * Ends all containers; data, certificates and settings stay. After the product and before its servers it takes a
 * last backup with everything that users did. If the backup fails, the servers keep running and the command can be
 * repeated.
 */
export async function stopAll(
  deployment: Deployment,
  { withBackup }: { withBackup: boolean },
): Promise<void> {
  const version = await readRunning(deployment);
  const image = version?.image ?? 'closingwire';
  const servers = composeOf(deployment, { image });
  await endVersions(deployment, image);
  if (version && withBackup)
    await servers.run('run', '--rm', 'cli', 'backup').catch(cause => {
      const text =
        'The product is stopped, and no last backup could be taken: the reason is above. Its servers still run.';
      const ways =
        'Repeat this command, start again with `make deploy`, or stop without a backup: WITHOUT_BACKUP=1.';
      throw new PlatformError(`${text} ${ways}`, { cause });
    });
  await servers.run('down', '--timeout', '30');
  await rm(`${deployment.state}/running.json`, { force: true });
}

/** Restores a backup while no version runs. It replaces existing data only on request. */
export async function restoreOn(
  deployment: Deployment,
  from: string,
  { replaces }: { replaces: boolean },
): Promise<void> {
  if (await readRunning(deployment))
    throw new PlatformError(
      'Expected no product on this server: it would write meanwhile. `make production-stop` first.',
    );
  const { image } = await provideImage(deployment);
  const servers = await prepare(deployment, image);
  await endVersions(deployment, image);
  await startServers(deployment, servers);
  await servers.run('run', '--rm', 'cli', 'restore', from, ...(replaces ? ['--replace'] : []));
}
