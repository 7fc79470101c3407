import type { ZipRow } from './zip-rows-of.ts';

/** Counts the rows whose ZIP code an earlier row adds, or finds in the catalog. */
export function countRepeated(
  rows: readonly Pick<ZipRow, 'rowIndex' | 'zipCode'>[],
  refusals: ReadonlyMap<number, string>,
): number {
  const usable = rows.filter(({ rowIndex }) => !refusals.has(rowIndex));
  return usable.length - new Set(usable.map(({ zipCode }) => zipCode)).size;
}
