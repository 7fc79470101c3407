import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** One webhook to answer; `id` is the webhook-id. */
const errand = z.object({ id: z.string(), zip: z.string() });
export type Errand = z.output<typeof errand>;

export type Pending = {
  add(errand: Errand): Promise<void>;
  remove(errand: Errand): Promise<void>;
  all(): Promise<Errand[]>;
};

/** One file an errand, there until it is done. Without a folder nothing is kept. */
export function pendingFolder(folder: string | undefined): Pending {
  if (folder === undefined) return { add: async () => {}, remove: async () => {}, all: async () => [] };
  const fileOf = ({ id }: Errand) => join(folder, `${Buffer.from(id).toString('base64url')}.json`);
  return {
    async add(added) {
      await mkdir(folder, { recursive: true });
      // Renamed into place, so that a crash leaves no half-written errand.
      await writeFile(`${fileOf(added)}.new`, JSON.stringify(added));
      await rename(`${fileOf(added)}.new`, fileOf(added));
    },
    remove: done => rm(fileOf(done), { force: true }),
    async all() {
      await mkdir(folder, { recursive: true });
      const names = (await readdir(folder)).filter(name => name.endsWith('.json'));
      const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')));
      return texts.map(text => errand.parse(JSON.parse(text)));
    },
  };
}
