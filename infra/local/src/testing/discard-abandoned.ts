import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { localDirectory } from '../root.ts';
import { discardData } from '../servers/discard-data.ts';
import { claimFolder } from '../supervisor/run-record.ts';

/** Removes the folders, and ends the servers, of test runs that were killed before they could do so. */
export async function discardAbandoned(prefix: string): Promise<void> {
  const folders = (await readdir(localDirectory)).filter(name => name.startsWith(prefix));
  for (const folder of folders.map(name => `${localDirectory}/${name}`)) {
    if (!existsSync(`${folder}/run.json`)) continue;
    const claim = await claimFolder(folder).catch(() => undefined);
    if (claim === undefined) continue;
    await discardData(folder);
    await rm(folder, { recursive: true, force: true });
  }
}
