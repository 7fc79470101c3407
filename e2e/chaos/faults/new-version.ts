import { mkdir, rename, symlink } from 'node:fs/promises';
import { root } from '@closingwire/local/root';

/** Where each process finds the version that it runs: a link, which leads to another version after `update`. */
export type Versions = {
  codeOf(process: string): string;
  /** From its next start on the process runs what is checked out here. */
  update(process: string): Promise<void>;
};

/** Links in `folder` for these processes, all to the earlier version. */
export async function versionLinks(
  folder: string,
  processes: readonly string[],
  earlier: string,
): Promise<Versions> {
  await mkdir(folder, { recursive: true });
  await Promise.all(processes.map(name => symlink(earlier, `${folder}/${name}`)));
  return {
    codeOf: name => `${folder}/${name}`,
    async update(name) {
      await symlink(root, `${folder}/${name}.new`);
      await rename(`${folder}/${name}.new`, `${folder}/${name}`);
    },
  };
}
