import { open, rm } from 'node:fs/promises';
import type { Reject } from '@closingwire/contracts/ingestion';
import { stringify } from 'csv-stringify/sync';

/** Outcome of a listed line. */
export type Effect = 'row rejected' | 'cell left out';
export type ListedLine = Reject & { effect: Effect };

/** Lists the faults of rejected rows, and cells left out in a file beside the delivered one; created with the first of them. */
export function rejectsFile(path: string) {
  let file: Awaited<ReturnType<typeof open>> | undefined;
  return {
    path,
    /** Removes the file of an earlier run. */
    clear: () => rm(path, { force: true }),
    async add(found: readonly ListedLine[]): Promise<void> {
      if (found.length === 0) return;
      if (!file) {
        file = await open(path, 'w');
        await file.write('line,field,reason,effect\n');
      }
      const lines = found
        .toSorted((one, other) => one.line - other.line)
        .flatMap(({ line, effect, field, message, further = [] }) =>
          [{ field, message }, ...further].map(fault => [line, fault.field, fault.message, effect]),
        );
      await file.write(stringify(lines, { escape_formulas: true }));
    },
    close: async () => file?.close(),
  };
}
