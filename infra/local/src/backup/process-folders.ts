import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import {
  type BackupFile,
  readBackupFile,
  type Shelf,
  writeBackupFile,
} from '@closingwire/operations/backup/backup-file';
import type { CheckedBackup } from '@closingwire/operations/backup/restore-backup';

const home = 'folders/';
const besideDatabase = /\.sqlite-(wal|shm)$/;

/** Copies the processes' folders by process name. For SQLite files it uses SQLite's own backup. */
export async function copyFolders(shelf: Shelf, folders: Record<string, string>): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const [name, from] of Object.entries(folders)) {
    for (const path of await filesBelow(from)) {
      const written = await copyOne(shelf, `${home}${name}/${path}`, `${from}/${path}`);
      if (written !== undefined) files.push(written);
    }
  }
  return files;
}

/** Restores the processes' folders below `data`. */
export async function layOutFolders({ shelf, manifest }: CheckedBackup, data: string): Promise<void> {
  const isSealed = manifest.encryption !== 'none';
  for (const { file } of manifest.files.filter(each => each.file.startsWith(home))) {
    const name = isSealed ? file.replace(/\.age$/, '') : file;
    await extractFile(shelf, name, `${data}/${name.slice(home.length)}`);
  }
}

/** Writes one file of a backup to a local path. */
export async function extractFile(shelf: Shelf, file: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await pipeline(await readBackupFile(shelf, file), createWriteStream(to, { mode: 0o600 }));
}

async function copyOne(shelf: Shelf, file: string, from: string): Promise<BackupFile | undefined> {
  if (besideDatabase.test(from)) return undefined;
  const snapshot = from.endsWith('.sqlite') ? await snapshotOf(from) : undefined;
  try {
    return await writeBackupFile(shelf, file, createReadStream(snapshot?.file ?? from));
  } catch (error) {
    // A temporary file may disappear.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    if (snapshot) await rm(snapshot.folder, { recursive: true });
  }
}

async function snapshotOf(from: string): Promise<{ folder: string; file: string }> {
  const folder = await mkdtemp(`${tmpdir()}/closingwire-backup-`);
  const file = `${folder}/snapshot.sqlite`;
  const database = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(database, file);
  } finally {
    database.close();
  }
  return { folder, file };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter(entry => entry.isFile())
    .map(entry => `${entry.parentPath}/${entry.name}`.slice(folder.length + 1));
}
