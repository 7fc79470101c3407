import { withClient } from './database-client.ts';
import type { Manifest } from './manifest.ts';
import { type Source, type Target, takeBackup } from './take-backup.ts';

/** Records the time of a backup for admins. Repeating it changes nothing. */
export async function recordBackup(
  authUrl: string,
  { takenAt, files }: Pick<Manifest, 'takenAt' | 'files'>,
): Promise<void> {
  await withClient(authUrl, 'backup', async client => {
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const text = 'insert into backups (taken_at, bytes) values ($1, $2) on conflict do nothing';
    await client.query(text, [takenAt, bytes]);
  });
}

/** Takes a backup and records it, so that the admin area shows its age. */
export async function takeAndRecord(source: Source, target: Target): Promise<Manifest> {
  const manifest = await takeBackup(source, target);
  const auth = source.databases.find(({ name }) => name === 'auth');
  if (auth) await recordBackup(auth.url, manifest);
  return manifest;
}
