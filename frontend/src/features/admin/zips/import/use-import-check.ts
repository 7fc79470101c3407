import { useMutation } from '@tanstack/react-query';
import { checkImport } from '../queries.ts';
import { countRepeated } from './count-repeated.ts';
import type { ZipRow } from './zip-rows-of.ts';

/** `refusals` are the reasons by row number, `skipped` the first skipped rows, `repeated` those of them that repeat a row. `counts` is null until the catalog has replied. */
export type ImportCheck = {
  counts: { created: number; skipped: number; repeated: number; refused: number } | null;
  refusals: ReadonlyMap<number, string>;
  skipped: ReadonlySet<number>;
  isRunning: boolean;
  hasFailed: boolean;
};

/** Asks the catalog what an import would do with each row. */
export function useImportCheck(): ImportCheck & { start: (rows: ZipRow[]) => void } {
  const check = useMutation({ mutationFn: checkImport });
  const refusals = new Map(
    check.data?.errors.flatMap(({ rowIndex, message }) =>
      rowIndex === undefined ? [] : [[rowIndex, message] as const],
    ),
  );
  return {
    counts: check.data
      ? {
          created: check.data.created,
          skipped: check.data.skipped,
          repeated: countRepeated(check.variables ?? [], refusals),
          refused: check.data.errors.length,
        }
      : null,
    refusals,
    skipped: new Set(check.data?.skippedRows),
    isRunning: check.isPending,
    hasFailed: check.isError,
    start: rows => check.mutate(rows),
  };
}
