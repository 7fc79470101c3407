import { OperatorError, reasonsOf } from '../operator-error.ts';
import { type Manifest, manifestFile, readManifest } from './manifest.ts';
import type { Storage } from './storage.ts';

const unfinished = '.unfinished-';

/**
 * Matches names from `nameAt`. Only backups with such names expire; a backup with an operator's name stays until an
 * operator removes it.
 */
const named = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/;

/** Returns the name of a backup taken now. Names sort by time. */
export const nameAt = (time: Date) => time.toISOString().slice(0, 19).replaceAll(':', '-');

/** Returns the folder of an unfinished backup. Without renames, the manifest is written last instead. */
export const draftOf = (storage: Storage, name: string) => (storage.rename ? `${unfinished}${name}` : name);

/** Removes the remains of killed backups. */
export async function clearUnfinished(storage: Storage): Promise<void> {
  const folders = await foldersIn(storage);
  const dead = [...folders].filter(
    ([name, files]) => name.startsWith(unfinished) || (named.test(name) && !files.has(manifestFile)),
  );
  for (const [name] of dead) await storage.remove(`${name}/`);
}

/** Returns the files of each folder with their sizes. */
async function foldersIn(storage: Storage): Promise<Map<string, Map<string, number>>> {
  const folders = new Map<string, Map<string, number>>();
  for (const { path, bytes } of await storage.list('')) {
    const end = path.indexOf('/');
    if (end < 0) continue;
    const name = path.slice(0, end);
    const files = folders.get(name) ?? new Map<string, number>();
    folders.set(name, files.set(path.slice(end + 1), bytes));
  }
  return folders;
}

export type Listed = {
  name: string;
  /** Undefined if it cannot be read. */
  manifest?: Manifest;
  /** Why it cannot be restored, as a sentence; undefined if every file has the right size. */
  problem?: string;
};

/** Lists all backups, oldest first. It does not compare checksums, which would read all files. */
export async function listBackups(storage: Storage): Promise<Listed[]> {
  const found: Listed[] = [];
  for (const [name, files] of await foldersIn(storage)) {
    if (name.startsWith(unfinished) || !files.has(manifestFile)) continue;
    try {
      const manifest = await readManifest(storage, name);
      const wrong = manifest.files.filter(({ file, bytes }) => files.get(file) !== bytes);
      const problem =
        wrong.length > 0 && `files are missing or cut: ${wrong.map(({ file }) => file).join(', ')}`;
      found.push({ name, manifest, ...(problem && { problem }) });
    } catch (error) {
      found.push({ name, problem: reasonsOf(error) });
    }
  }
  const timeOf = ({ name, manifest }: Listed) => manifest?.takenAt ?? name;
  return found.toSorted((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1));
}

const isGood = ({ manifest, problem }: Listed) => manifest !== undefined && problem === undefined;

/** Returns the newest complete backup. */
export async function latestBackup(storage: Storage): Promise<(Listed & { manifest: Manifest }) | undefined> {
  const latest = (await listBackups(storage)).findLast(isGood);
  return latest?.manifest && { ...latest, manifest: latest.manifest };
}

export async function expectLatest(storage: Storage): Promise<string> {
  const latest = await latestBackup(storage);
  if (latest) return latest.name;
  throw new OperatorError(
    `Expected a whole backup in ${storage.address}; there is none. Name another place.`,
  );
}

const DAY_MS = 86_400_000;

/** Rules for removing backups. */
export type Retention = { now: Date; retentionDays: number; installation?: string | undefined };

/** Returns the names of outdated backups; never the newest good one, nor those of another installation. */
export function outdated(
  backups: readonly Listed[],
  { now, retentionDays, installation }: Retention,
): string[] {
  const last = backups.findLast(isGood);
  const limit = now.getTime() - retentionDays * DAY_MS;
  return backups
    .filter(backup => backup !== last && named.test(backup.name))
    .filter(({ manifest }) => [undefined, installation].includes(manifest?.installation))
    .filter(({ manifest }) => manifest !== undefined && Date.parse(manifest.takenAt) < limit)
    .map(({ name }) => name);
}

/** Removes outdated backups and returns their names. */
export async function removeOutdated(storage: Storage, retention: Retention): Promise<string[]> {
  const names = outdated(await listBackups(storage), retention);
  for (const name of names) {
    // The manifest first: an interrupted removal leaves an unfinished backup, which the next one clears.
    await storage.remove(`${name}/${manifestFile}`);
    await storage.remove(`${name}/`);
  }
  return names;
}
