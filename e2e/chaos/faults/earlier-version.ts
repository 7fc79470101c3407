import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { localDirectory, root } from '@closingwire/local/root';
import { execa } from 'execa';

const git = async (...args: string[]) => (await execa('git', ['-C', root, ...args])).stdout;

/** Returns the last commit before the latest migration. */
export async function beforeLastMigration(): Promise<string> {
  const newest = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', ':(glob)**/migrations/*.sql');
  return git('rev-parse', `${newest}^`);
}

/**
 * Returns the folder of an earlier version, ready to run. If its lock file is the same, its packages are links to
 * those installed here; its workspaces are its own.
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
    [folder, root].map(path => readFile(`${path}/package-lock.json`, 'utf8')),
  );
  if (own !== here) {
    await execa('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
    return;
  }
  for (const path of await packageFolders()) await linkPackages(`${root}/${path}`, `${folder}/${path}`);
}

/** Folders of packages: at the top, and in workspaces with their own version of a package. */
async function packageFolders(): Promise<string[]> {
  const lock = JSON.parse(await readFile(`${root}/package-lock.json`, 'utf8')) as { packages: object };
  const folders = Object.keys(lock.packages).flatMap(
    name => /^((?!node_modules\/).*?\/)?node_modules(?=\/)/.exec(name)?.[0] ?? [],
  );
  return [...new Set(folders)].filter(path => existsSync(`${root}/${path}`));
}

async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    const isOfWorkspaces = name === '@closingwire';
    // Unresolved, the links of workspaces point to the earlier version's folders.
    if (isOfWorkspaces)
      await cp(`${from}/${name}`, `${to}/${name}`, { recursive: true, verbatimSymlinks: true });
    else await symlink(`${from}/${name}`, `${to}/${name}`);
  }
}
