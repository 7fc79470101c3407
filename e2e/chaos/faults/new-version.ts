import { mkdir, rename, symlink } from 'node:fs/promises';
import { root } from '@closingwire/local/root';

/** Links to the version of each process; `update` changes a link. */
export type Versions = {
  codeOf(process: string): string;
  /** From its next start the process runs this checkout. */
  update(process: string): Promise<void>;
};

/** Creates links in `folder` for these processes to the earlier version. */
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
