import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { type PartFile, writePart } from './part-file.ts';

const home = 'folders';
const besideDatabase = /\.sqlite-(wal|shm)$/;

/** Copies the folders that processes keep beside the servers, by process name; SQLite files as their own backup does. */
export async function copyFolders(folder: string, folders: Record<string, string>): Promise<PartFile[]> {
  const files: PartFile[] = [];
  for (const [name, from] of Object.entries(folders)) {
    for (const path of await filesBelow(from)) {
      const written = await copyOne(folder, `${home}/${name}/${path}`, `${from}/${path}`);
      if (written !== undefined) files.push(written);
    }
  }
  return files;
}

/** Lays the folders out below `data`, each by the name of its process. */
export async function layOutFolders(folder: string, data: string): Promise<void> {
  for (const path of await filesBelow(`${folder}/${home}`)) {
    await mkdir(dirname(`${data}/${path}`), { recursive: true });
    await copyFile(`${folder}/${home}/${path}`, `${data}/${path}`);
  }
}

async function copyOne(folder: string, file: string, from: string): Promise<PartFile | undefined> {
  if (besideDatabase.test(from)) return undefined;
  const still = from.endsWith('.sqlite') ? await snapshot(folder, from) : from;
  try {
    return await writePart(folder, file, createReadStream(still));
  } catch (error) {
    // Files of work under way go when the work is done.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    if (still !== from) await rm(still);
  }
}

async function snapshot(folder: string, from: string): Promise<string> {
  const to = `${folder}/snapshot.sqlite`;
  const database = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(database, to);
  } finally {
    database.close();
  }
  return to;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter(entry => entry.isFile())
    .map(entry => `${entry.parentPath}/${entry.name}`.slice(folder.length + 1));
}
