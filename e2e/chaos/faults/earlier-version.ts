import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { localDirectory, root } from '@closingwire/local/root';
import { execa } from 'execa';

const git = async (...args: string[]) => (await execa('git', ['-C', root, ...args])).stdout;

/** The last commit before the newest migration. */
export async function beforeLastMigration(): Promise<string> {
  const newest = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', ':(glob)**/migrations/*.sql');
  return git('rev-parse', `${newest}^`);
}

/**
 * The folder of an earlier version, ready to run. It has packages of its own, by links to those installed here where its
 * lock file is the same: the workspaces among them are its own.
 */
export async function earlierVersion(revision: string): Promise<string> {
  const commit = await git('rev-parse', '--short=12', revision);
  const folder = `${localDirectory}/version-${commit}`;
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const archive = `${unfinished}/source.tar`;
  await git('archive', '--output', archive, commit);
  await execa('tar', ['-xf', archive, '-C', unfinished]);
  await rm(archive);
  await installPackages(unfinished);
  await rename(unfinished, folder);
  return folder;
}

async function installPackages(folder: string): Promise<void> {
  const [own, here] = await Promise.all(
    [folder, root].map(place => readFile(`${place}/package-lock.json`, 'utf8')),
  );
  if (own !== here) {
    await execa('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
    return;
  }
  for (const place of await packageFolders()) await linkPackages(`${root}/${place}`, `${folder}/${place}`);
}

/** Where npm has put packages: at the top, and in workspaces that need another version of one. */
async function packageFolders(): Promise<string[]> {
  const lock = JSON.parse(await readFile(`${root}/package-lock.json`, 'utf8')) as { packages: object };
  const folders = Object.keys(lock.packages).flatMap(
    path => /^((?!node_modules\/).*?\/)?node_modules(?=\/)/.exec(path)?.[0] ?? [],
  );
  return [...new Set(folders)].filter(place => existsSync(`${root}/${place}`));
}

async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    const isOfWorkspaces = name === '@closingwire';
    // Copied as they are, the links of the workspaces lead to the earlier version's own folders.
    if (isOfWorkspaces)
      await cp(`${from}/${name}`, `${to}/${name}`, { recursive: true, verbatimSymlinks: true });
    else await symlink(`${from}/${name}`, `${to}/${name}`);
  }
}
