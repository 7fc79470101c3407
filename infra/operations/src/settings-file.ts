import { chmod, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { OperatorError } from './operator-error.ts';
import { readSettingsText, withSetting } from './settings-text.ts';

export type Settings = Record<string, string | undefined>;

/** Reads a file such as `.env.production`; empty settings count as absent. */
export async function readSettingsFile(file: string): Promise<Settings> {
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new OperatorError(
      `${file}: expected a file with settings that this user can read, got ${code}; check its name and its owner.`,
    );
  });
  return settingsIn(text, file);
}

/** Parses a settings file. Throws an OperatorError with a line per fault. */
export function settingsIn(text: string, file: string): Settings {
  const { entries, faults } = readSettingsText(text);
  if (faults.length > 0) throw new OperatorError(faults.map(fault => `${file}: ${fault}`).join('\n'));
  return withoutEmpty(Object.fromEntries(entries.map(({ name, value }) => [name, value])));
}

export const withoutEmpty = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== ''));

/** Changes one setting of a file atomically. Afterwards only its owner can read it. */
export async function writeSetting(file: string, name: string, value: string): Promise<void> {
  const path = await realpath(file);
  const text = withSetting(await readFile(path, 'utf8'), name, value);
  const draft = `${path}.new`;
  // The draft of an earlier run may have other permissions.
  await rm(draft, { force: true });
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
}

/**
 * Throws if this user cannot replace the settings file. Call it before creating an object whose secret the file will
 * store.
 */
export async function expectWritable(file: string): Promise<void> {
  try {
    const path = await realpath(file);
    const probe = `${path}.new`;
    await (await open(probe, 'w', 0o600)).close();
    await rm(probe);
    await chmod(path, 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new OperatorError(
      `${file}: expected a file that this user may replace, got ${code}; run as its owner, or mount its folder.`,
    );
  }
}
