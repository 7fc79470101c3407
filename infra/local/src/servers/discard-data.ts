import { rm } from 'node:fs/promises';
import { folderForNobody, postgresData, standbyData } from './postgres.ts';

/** Removes a platform's data, logs and secrets, including data outside its folder. */
export async function discardData(dir: string): Promise<void> {
  const made = ['data', 'log', 'secrets.json', 'environments.json', 'run.json'].map(name => `${dir}/${name}`);
  const elsewhere = [postgresData(dir), standbyData(dir)].map(folderForNobody);
  for (const path of [...elsewhere, ...made]) {
    await rm(path, { recursive: true, force: true });
  }
}
