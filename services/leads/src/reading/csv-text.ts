import { deliveryLimits } from '@closingwire/contracts/ingestion';

export const delimiters = [',', ';', '\t', '|'] as const;
/** The sign between the cells of a row. */
export type Delimiter = (typeof delimiters)[number];

/**
 * Matches a quoted cell and any text after its closing quote, a quoted cell between blanks, or an unquoted cell; then the
 * delimiter.
 */
const cellOf = (delimiter: Delimiter) => {
  const sign = `\\u${delimiter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return new RegExp(
    `(?:"((?:[^"]|"")*)"([^${sign}]*)| +"((?:[^"]|"")*)" *(?=${sign}|$)|([^${sign}]*))(${sign}|$)`,
    'gsy',
  );
};
const cell = Object.fromEntries(delimiters.map(sign => [sign, cellOf(sign)])) as Record<Delimiter, RegExp>;

/** Returns the text of a quoted cell. Sources also leave quotes inside it alone, or put a backslash before them. */
function textOf(quoted: string, behind: string): string {
  const isClosedLater = /[^"]"\s*$/.test(behind);
  if (!isClosedLater) return quoted.replaceAll('""', '"') + behind.trimEnd();
  const inside = `${quoted}"${behind.trimEnd().slice(0, -1)}`;
  return inside.replaceAll('\\"', '"').replaceAll('""', '"');
}

/** Splits a record into cells (RFC 4180). A quote inside an unquoted cell is an ordinary character. */
export function cellsOf(record: string, delimiter: Delimiter = ','): string[] {
  const text = record.replace(/[\r\n]+$/, '');
  if (!text.includes('"')) return text.split(delimiter);
  const cells: string[] = [];
  for (const [, quoted, behind = '', indented, plain = '', end] of text.matchAll(cell[delimiter])) {
    const inQuotes = quoted ?? indented;
    cells.push(inQuotes === undefined ? plain : textOf(inQuotes, behind));
    if (end === '') break;
  }
  return cells;
}

/** One record as written, with its line end. A quoted cell may hold line breaks. */
export type TextRecord = {
  text: string;
  lines: number;
  /** Why the text is not a record; `text` is then its first line. */
  problem?: string;
};

/** Limits a record, so that an unclosed quote does not consume the rest of the file. */
export const MAX_RECORD = deliveryLimits.rowCharacters;

const LF = 10;
const CR = 13;
const QUOTE = 34;

/** How the text of a table is cut. Without `quotes`, every line is a record. */
export type Cut = { quotes: boolean; delimiter?: Delimiter; lineEnd?: '\n' | '\r' };

/**
 * Splits streamed text into records at line ends; with `quotes`, only outside quoted cells. A quote opens a cell only
 * at its beginning (RFC 4180). After an unclosed quote it continues with the next line. Holds at
 * most one record and one piece of text.
 */
export function recordSplitter({ quotes, delimiter = ',', lineEnd = '\n' }: Cut) {
  const sign = delimiter.charCodeAt(0);
  const end = lineEnd === '\n' ? LF : CR;
  let rest = '';
  let at = 0;
  let lines = 0;
  let quoted = false;
  let closedAt = -1;
  let skipping = false;

  /** Takes the first `length` characters of `rest` as a record; the scan begins again after them. */
  function cut(length: number, problem?: string): TextRecord {
    const text = rest.slice(0, length);
    const record = problem ? { text, lines: 1, problem } : { text, lines };
    rest = rest.slice(length);
    [at, lines, quoted, closedAt] = [0, 0, false, -1];
    return record;
  }

  function onQuote(): void {
    if (quoted) {
      quoted = false;
      closedAt = at;
    } else {
      // A doubled quote closes and opens the cell again.
      quoted = at === 0 || rest.charCodeAt(at - 1) === sign || closedAt === at - 1;
    }
  }

  /** Returns the next whole record, or a line that cannot become one. */
  function next(isEnd: boolean): TextRecord | undefined {
    for (; at < rest.length && at < MAX_RECORD; at++) {
      const code = rest.charCodeAt(at);
      if (code === QUOTE && quotes) onQuote();
      if (code !== end) continue;
      lines++;
      if (quoted) continue;
      at++;
      return cut(at);
    }
    const isTooLong = at >= MAX_RECORD;
    const firstLine = rest.slice(0, at).indexOf(lineEnd) + 1;
    if (quoted && firstLine > 0 && (isEnd || isTooLong)) return cut(firstLine, 'Expected a closing quote');
    if (!isTooLong) return undefined;
    skipping = true;
    return cut(at, `Expected at most ${MAX_RECORD} characters in a row`);
  }

  /** Drops the rest of a line that was too long. */
  function skip(): void {
    const next = rest.indexOf(lineEnd);
    rest = next < 0 ? '' : rest.slice(next + 1);
    skipping = next < 0;
  }

  function take(isEnd: boolean): TextRecord[] {
    const records: TextRecord[] = [];
    if (skipping) skip();
    for (let record = next(isEnd); record; record = next(isEnd)) {
      records.push(record);
      if (skipping) skip();
    }
    return records;
  }

  return {
    push(text: string): TextRecord[] {
      rest += text;
      return take(false);
    },
    /** Returns the text after the last line end as a record. */
    end(): TextRecord[] {
      if (rest !== '' && !rest.endsWith(lineEnd)) rest += lineEnd;
      return take(true);
    },
  };
}
