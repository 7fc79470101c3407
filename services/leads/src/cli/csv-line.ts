const special = /[",\r\n]/;

/** Writes a line of plain CSV (RFC 4180), with quotes where a cell needs them. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map(cell => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
