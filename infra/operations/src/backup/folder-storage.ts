import { createReadStream, createWriteStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage } from './storage.ts';

/** A local folder. Only the owner can read files and folders that it creates. */
export function folderStorage(folder: string): Storage {
  const fileOf = (path: string) => `${folder}/${path}`;
  return {
    address: folder,
    async write(path, source) {
      const file = fileOf(path);
      await fs.mkdir(dirname(file), { recursive: true, mode: 0o700 });
      const temporary = `${file}.${process.pid}.part`;
      try {
        await pipeline(source, createWriteStream(temporary, { mode: 0o600, flush: true }));
        await fs.rename(temporary, file);
      } finally {
        await fs.rm(temporary, { force: true });
      }
    },
    async read(path) {
      await fs.access(fileOf(path));
      return createReadStream(fileOf(path));
    },
    async list(prefix) {
      const found = (await topOf(folder, prefix)).map(top => filesAt(folder, top));
      const paths = (await Promise.all(found)).flat().filter(path => path.startsWith(prefix));
      return Promise.all(paths.map(async path => ({ path, bytes: (await fs.stat(fileOf(path))).size })));
    },
    remove: path => fs.rm(fileOf(path), { recursive: true, force: true }),
    async rename(from, to) {
      await fs.rename(fileOf(from), fileOf(to));
      await flushFolder(folder);
    },
  };
}

/** Without this flush, a power failure may undo a completed rename. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder);
  await handle.sync().finally(() => handle.close());
}

/** Returns the folder's entries that a path with this prefix may be in. */
async function topOf(folder: string, prefix: string): Promise<string[]> {
  const [first = '', rest] = prefix.split('/', 2);
  const names = await fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] as string[];
    throw error;
  });
  return names.filter(name => (rest === undefined ? name.startsWith(first) : name === first));
}

/** Returns the files at and below an entry. */
async function filesAt(folder: string, top: string): Promise<string[]> {
  if ((await fs.stat(`${folder}/${top}`)).isFile()) return [top];
  const entries = await fs.readdir(`${folder}/${top}`, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile())
    .map(entry => `${entry.parentPath}/${entry.name}`.slice(folder.length + 1));
}
