import { open, rm } from 'node:fs/promises';
import type { Reject } from '@closingwire/contracts/leads';
import { stringify } from 'csv-stringify/sync';

/** The file beside a delivered file that says which of its rows were not taken; made with the first reject. */
export function rejectsFile(path: string) {
  let file: Awaited<ReturnType<typeof open>> | undefined;
  return {
    path,
    /** Takes away what an earlier run left. */
    clear: () => rm(path, { force: true }),
    async add(rejects: readonly Reject[]): Promise<void> {
      if (rejects.length === 0) return;
      if (!file) {
        file = await open(path, 'w');
        await file.write('line,field,reason\n');
      }
      await file.write(stringify(rejects.map(({ line, field, message }) => [line, field, message])));
    },
    close: async () => file?.close(),
  };
}
