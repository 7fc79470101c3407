import { rm } from 'node:fs/promises';
import { placeForNobody } from './install/ordinary-user.ts';
import { postgresData } from './servers/postgres.ts';

/** Removes a platform's folder with all its data, wherever that lies. */
export async function discardFolder(dir: string): Promise<void> {
  await rm(placeForNobody(postgresData(dir)), { recursive: true, force: true });
  await rm(dir, { recursive: true, force: true });
}
