/**
 * The rows of a page and how many pages there are. A reply without a `total` has all rows; they are divided here.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  total: number | undefined,
  page: number,
  size: number,
): { rows: Row[]; totalPages: number } {
  if (total !== undefined) return { rows: [...rows], totalPages: Math.ceil(total / size) };
  return { rows: rows.slice((page - 1) * size, page * size), totalPages: Math.ceil(rows.length / size) };
}
