import { type Cut, cellsOf, type Delimiter, delimiters, recordSplitter } from './csv-text.ts';

/** How a text of columns is written. `isDeclared`: its first line is `sep=` and the delimiter. */
export type Dialect = { delimiter: Delimiter; lineEnd: '\n' | '\r'; isDeclared: boolean };

/** How much of a file is read before its dialect is decided. */
export const DIALECT_CHARACTERS = 64 * 1024;
const MAX_RECORDS = 30;

const declaration = /^"?sep=(.)"?[\r\n]/i;

const isDelimiter = (sign: string): sign is Delimiter => (delimiters as readonly string[]).includes(sign);

/** Matches a quoted cell behind a delimiter or at the beginning of a line. */
const quotedCells = Object.fromEntries(
  delimiters.map(sign => [sign, new RegExp(`(^|[${sign}\\r\\n])"[^"]*(?:""[^"]*)*"`, 'g')]),
) as Record<Delimiter, RegExp>;

const countOf = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0;

/** Returns the more frequent line end outside of quoted cells. Old Macintosh programs end a line with CR alone. */
function lineEndOf(start: string, delimiter: Delimiter): '\n' | '\r' {
  const outside = start.replace(quotedCells[delimiter], '$1');
  return countOf(outside, /\r(?!\n)/g) > countOf(outside, /\n/g) ? '\r' : '\n';
}

/** Returns the cells of the first records, without blank ones. */
export function firstRows(start: string, cut: Omit<Cut, 'quotes'>, isWhole: boolean): string[][] {
  const splitter = recordSplitter({ quotes: true, ...cut });
  const records = [...splitter.push(start), ...(isWhole ? splitter.end() : [])].slice(0, MAX_RECORDS);
  return records.filter(({ problem }) => !problem).map(({ text }) => cellsOf(text, cut.delimiter));
}

/**
 * Finds the delimiter and the line end from the beginning of a text. The delimiter is the one that gives a row the
 * most known headers; without any, the one that gives the most cells. `isKnown` tells a known header.
 */
export function dialectOf(start: string, isKnown: (header: string) => boolean, isWhole: boolean): Dialect {
  const declared = declaration.exec(start)?.[1];
  if (declared && isDelimiter(declared)) {
    return { delimiter: declared, lineEnd: lineEndOf(start, declared), isDeclared: true };
  }
  const scores = delimiters.map(delimiter => {
    const lineEnd = lineEndOf(start, delimiter);
    const rows = firstRows(start, { delimiter, lineEnd }, isWhole);
    const known = Math.max(0, ...rows.map(row => row.filter(isKnown).length));
    const cells = Math.max(0, ...rows.map(row => row.length));
    return { delimiter, lineEnd, score: known * 1_000 + cells };
  });
  const best = scores.reduce((best, one) => (one.score > best.score ? one : best));
  return { delimiter: best.delimiter, lineEnd: best.lineEnd, isDeclared: false };
}
