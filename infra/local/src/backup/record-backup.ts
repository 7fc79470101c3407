import { withDatabase } from '@closingwire/topology/addresses';
import pg from 'pg';
import type { Manifest } from './manifest.ts';

/** Lets admins see when the last backup was taken. Recorded again it changes nothing. */
export async function recordBackup(
  clusterUrl: string,
  { takenAt, files }: Pick<Manifest, 'takenAt' | 'files'>,
): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(clusterUrl, 'auth') });
  await client.connect();
  try {
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const text = 'insert into backups (taken_at, bytes) values ($1, $2) on conflict do nothing';
    await client.query(text, [takenAt, bytes]);
  } finally {
    await client.end();
  }
}
