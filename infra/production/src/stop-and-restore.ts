import { rm } from 'node:fs/promises';
import { PlatformError } from '@closingwire/local/terminal';
import { composeOf } from './compose.ts';
import { prepare, startServers } from './deploy.ts';
import { endVersion } from './end-version.ts';
import { provideImage } from './image.ts';
import { colors, type Place, readRunning } from './place.ts';

/** An interrupted deploy may have left the other color running. */
async function endVersions(place: Place, image: string): Promise<void> {
  for (const color of colors) await endVersion(place, { image, color });
}

/**
 * Ends all containers; data, certificates and settings stay. After the product and before its servers it takes a
 * last backup with everything that users did. If the backup fails, the servers keep running and the command can be
 * repeated.
 */
export async function stopAll(place: Place, { withBackup }: { withBackup: boolean }): Promise<void> {
  const version = await readRunning(place);
  const image = version?.image ?? 'closingwire';
  const servers = composeOf(place, { image });
  await endVersions(place, image);
  if (version && withBackup)
    await servers.run('run', '--rm', 'cli', 'backup').catch(cause => {
      const text =
        'The product is stopped, and no last backup could be taken: the reason is above. Its servers still run.';
      const ways =
        'Repeat this command, start again with `make deploy`, or stop without a backup: WITHOUT_BACKUP=1.';
      throw new PlatformError(`${text} ${ways}`, { cause });
    });
  await servers.run('down', '--timeout', '30');
  await rm(`${place.state}/running.json`, { force: true });
}

/** Restores a backup while no version runs. It replaces existing data only on request. */
export async function restoreOn(
  place: Place,
  from: string,
  { replaces }: { replaces: boolean },
): Promise<void> {
  if (await readRunning(place))
    throw new PlatformError(
      'Expected no product on this server: it would write meanwhile. `make production-stop` first.',
    );
  const { image } = await provideImage(place);
  const servers = await prepare(place, image);
  await endVersions(place, image);
  await startServers(place, servers);
  await servers.run('run', '--rm', 'cli', 'restore', from, ...(replaces ? ['--replace'] : []));
}
