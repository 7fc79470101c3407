import { deliveryLimits } from '@closingwire/contracts/ingestion';

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

/** One record as it stands in the text, line end included. A quoted cell may hold line breaks. */
export type TextRecord = {
  text: string;
  lines: number;
  /** Why it is no record; then it is the one line where that shows. */
  problem?: string;
};

/** No record is longer, so that a quote which nobody closes does not swallow the rest of the file. */
export const MAX_RECORD = deliveryLimits.rowCharacters;

const LF = 10;
const QUOTE = 34;
const COMMA = 44;

/**
 * Cuts text that comes in pieces into records at line ends; with `quotes`, only at those outside of quoted cells
 * (RFC 4180: a quote opens a cell at its beginning only). After a quote that is not closed it goes on with the
 * next line. Holds no more than one record and one piece.
 */
export function recordSplitter({ quotes }: { quotes: boolean }) {
  let rest = '';
  let at = 0;
  let lines = 0;
  let quoted = false;
  let closedAt = -1;
  let skipping = false;

  /** Takes the beginning of `rest` as a record, and looks at the others from their beginning. */
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
      // Two quotes in a quoted cell are one of its characters: it closed and opens again.
      quoted = at === 0 || rest.charCodeAt(at - 1) === COMMA || closedAt === at - 1;
    }
  }

  /** The next record that is whole, or the line that cannot become one. */
  function next(isEnd: boolean): TextRecord | undefined {
    for (; at < rest.length && at < MAX_RECORD; at++) {
      const code = rest.charCodeAt(at);
      if (code === QUOTE && quotes) onQuote();
      if (code !== LF) continue;
      lines++;
      if (quoted) continue;
      at++;
      return cut(at);
    }
    const isTooLong = at >= MAX_RECORD;
    const firstLine = rest.slice(0, at).indexOf('\n') + 1;
    if (quoted && firstLine > 0 && (isEnd || isTooLong)) return cut(firstLine, 'Expected a closing quote');
    if (!isTooLong) return undefined;
    skipping = true;
    return cut(at, `Expected at most ${MAX_RECORD} characters in a row`);
  }

  /** Drops what is left of a line that was too long. */
  function skip(): void {
    const end = rest.indexOf('\n');
    rest = end < 0 ? '' : rest.slice(end + 1);
    skipping = end < 0;
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
    /** What stands after the last line end, as a line of its own. */
    end(): TextRecord[] {
      if (rest !== '' && !rest.endsWith('\n')) rest += '\n';
      return take(true);
    },
  };
}
