/** A quoted cell, with what stands behind its closing quote, or one without quotes; and what ends it. */
const cell = /(?:"((?:[^"]|"")*)"([^,]*)|([^,]*))(,|$)/gsy;

/** The cells of one record (RFC 4180). A quote inside a cell that does not begin with one is a character of it. */
export function cellsOf(record: string): string[] {
  const text = record.replace(/\r?\n$/, '');
  if (!text.includes('"')) return text.split(',');
  const cells: string[] = [];
  for (const [, quoted, behind = '', plain = '', end] of text.matchAll(cell)) {
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + behind);
    if (end === '') break;
  }
  return cells;
}
