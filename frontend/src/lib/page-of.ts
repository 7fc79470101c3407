/** Returns the rows of a page and the number of pages. A reply without `total` contains all rows and is sliced here. */
export function pageOf<Row>(
  rows: readonly Row[],
  total: number | undefined,
  page: number,
  size: number,
): { rows: Row[]; totalPages: number } {
  if (total !== undefined) return { rows: [...rows], totalPages: Math.ceil(total / size) };
  return { rows: rows.slice((page - 1) * size, page * size), totalPages: Math.ceil(rows.length / size) };
}
