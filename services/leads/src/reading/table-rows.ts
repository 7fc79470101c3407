import { AppError } from '@closingwire/chassis/app-error';
import { leadField } from '@closingwire/contracts/lead-fields';
import { type Columns, columnsOf, headerTest, type Mapping, missingColumns } from './columns.ts';
import { refuseBinary } from './foreign-format.ts';
import { NOT_UTF8, type SourceRow } from './rows.ts';

/** One line of a table: its cells, or why it has none. */
export type TableLine = { line: number; cells: readonly string[]; problem?: string };

/** Text that is around the table: a title, a notice of the portal, a note below it. */
export type Notice = { line: number; text: string };

/** The facts of a table; complete when its rows have been read. */
export type TableFacts = {
  columns: Columns | undefined;
  headerLine: number;
  notices: Notice[];
  /** Counts of lines without any text. */
  blankLines: number;
};

/** Lines before the header at most: a title, a source, a date, blank lines. */
const MAX_BEFORE = 30;
/** A header has at least this many known columns, so that a sentence is not taken for one. */
const LEAST_KNOWN = 2;

const isBlank = (cells: readonly string[]) => cells.every(cell => cell.trim() === '');

const LEAST_NOTICE = 25;

/** Returns the text of a line that is a sentence below the header of a wider table, and not a row. */
function noticeIn(cells: readonly string[], width: number): string | undefined {
  const text = cells[0] ?? '';
  if (width <= 2 || text.length < LEAST_NOTICE || !text.includes(' ')) return undefined;
  return isBlank(cells.slice(1)) ? text.trim() : undefined;
}

/** Whether a line of a table with this many columns is a row, and not blank or a notice. */
export const isRow = (cells: readonly string[], width: number): boolean =>
  !isBlank(cells) && noticeIn(cells, width) === undefined;

function missing(columns: Columns, names: string[]): AppError {
  const { headers, fieldOf } = columns;
  const known = columns.ready
    ? `; a file like '${columns.ready}' does not have them, so add or map them`
    : '';
  return new AppError('invalid', 'missing_columns', `Missing required columns: ${names.join(', ')}${known}`, {
    detail: {
      missing: names,
      found: headers,
      fields: headers.map((_, index) => {
        const field = fieldOf[index];
        return field ? leadField[field].column : null;
      }),
    },
  });
}

const empty = (message: string) => new AppError('invalid', 'empty_file', message);

/** Returns the row of a line below the header, or the notice that the line is. */
function rowOf({ line, cells, problem }: TableLine, columns: Columns): SourceRow | Notice {
  if (problem) return { line, problem };
  const { headers, indexes, computed, notSold } = columns;
  const width = headers.length;
  const notice = noticeIn(cells, width);
  if (notice) return { line, text: notice };
  if (cells.length > width && !isBlank(cells.slice(width))) {
    return { line, problem: `Expected ${width} columns; got ${cells.length}` };
  }
  const notSale = notSold?.(cells);
  if (notSale) return { line, problem: notSale };
  return {
    line,
    cells,
    width,
    nameOf: columns.headerOf,
    lead: ({ name }) => {
      const index = indexes[name];
      return index === undefined ? computed[name]?.(cells) : cells[index];
    },
  };
}

/** Returns the columns of a header line. Throws if a required field has none. */
function readHeader({ cells, problem }: TableLine, mapping: Mapping): Columns {
  if (problem === NOT_UTF8) throw new AppError('invalid', 'invalid_body', 'Expected a header in UTF-8');
  const columns = columnsOf(cells, mapping);
  const names = missingColumns(columns);
  if (names.length > 0) throw missing(columns, names);
  return columns;
}

/** Returns the refusal of a header. It waits for the rows below the header: they give examples of the columns. */
function refusalOf(error: unknown, { cells: { length: width } }: TableLine) {
  if (!(error instanceof AppError) || !('found' in error.detail)) throw error;
  const { kind, code, message, detail } = error;
  const examples = columnExamples(width);

  function refuse(): never {
    throw new AppError(kind, code, message, { detail: { ...detail, examples: examples.byColumn } });
  }

  return {
    refuse,
    take({ cells, problem }: TableLine): void {
      if (problem || !isRow(cells, width)) return;
      if (!examples.add(cells)) refuse();
    },
  };
}

/** Reads the lines of a table: finds its header, skips blank lines and notices, and gives one row a line. */
export function tableReader(mapping: Mapping) {
  const facts: TableFacts = { columns: undefined, headerLine: 0, notices: [], blankLines: 0 };
  const isHeader = headerTest(mapping);
  const knownIn = ({ cells }: TableLine) => cells.filter(isHeader).length;
  let before: TableLine[] = [];
  let rows = 0;
  let refusal: ReturnType<typeof refusalOf> | undefined;

  /** Takes the best of the lines read so far as the header. Returns the rows behind it. */
  function chooseHeader(): SourceRow[] {
    const known = before.map(knownIn);
    const at = known.indexOf(Math.max(...known));
    const header = before[at];
    if (!header) throw empty('Expected a header and rows; got nothing');
    if (known[at] === 0) refuseBinary(before.flatMap(({ cells }) => cells).join(' '));
    facts.columns = readHeader(header, mapping);
    facts.headerLine = header.line;
    for (const { line, cells } of before.slice(0, at)) {
      facts.notices.push({ line, text: cells.filter(cell => cell.trim() !== '').join(' ') });
    }
    const behind = before.slice(at + 1);
    before = [];
    return behind.flatMap(take);
  }

  function takeRow(table: TableLine, columns: Columns): SourceRow[] {
    const row = rowOf(table, columns);
    if ('text' in row) {
      facts.notices.push(row);
      return [];
    }
    rows++;
    return [row];
  }

  function take(table: TableLine): SourceRow[] {
    if (!table.problem && isBlank(table.cells)) {
      facts.blankLines++;
      return [];
    }
    if (facts.columns) return takeRow(table, facts.columns);
    if (refusal) {
      refusal.take(table);
      return [];
    }
    before.push(table);
    return knownIn(table) >= LEAST_KNOWN || before.length > MAX_BEFORE ? chooseHeader() : [];
  }

  return {
    facts,
    take,
    /** Returns the rows that are left. Throws if there was no row: a file is not empty by intent. */
    end(): SourceRow[] {
      const left = facts.columns || refusal ? [] : chooseHeader();
      refusal?.refuse();
      if (rows === 0) throw empty(`Expected rows below the header in line ${facts.headerLine}; got none`);
      return left;
    },
  };
}
