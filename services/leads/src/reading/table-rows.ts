import { AppError } from '@closingwire/chassis/app-error';
import type { Field } from '@closingwire/contracts/lead-fields';
import {
  type Columns,
  columnsOf,
  factsOfColumn,
  headerTest,
  type Mapping,
  missingFields,
} from './columns.ts';
import { columnExamples } from './examples.ts';
import { refuseBinary } from './foreign-format.ts';
import { NOT_UTF8, type SourceRow } from './rows.ts';
import type { HeaderRowTest } from './workbook.ts';

/** One line of a table: its cells, or why it has none, with its text. `sheetRow` is as `SourceRow` has it. */
export type TableLine = {
  line: number;
  sheetRow?: number | undefined;
  cells: readonly string[];
  problem?: string;
  text?: string;
};

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

/** Returns a test of how much of a header a row is: `none` of one, `some` known columns, or `all` that a delivery needs. */
export function headerRowTest(mapping: Mapping): HeaderRowTest {
  const isHeader = headerTest(mapping);
  return cells => {
    if (cells.filter(isHeader).length < LEAST_KNOWN) return 'none';
    try {
      return missingFields(columnsOf(cells, mapping)).length > 0 ? 'some' : 'all';
    } catch {
      return 'some';
    }
  };
}

/** The end of a file of DOS programs. */
const END_OF_FILE = '\u001a';

/** Whether a line says nothing: blanks, or lines that are drawn below a header. */
const isBlank = (cells: readonly string[]) =>
  cells.every(cell => /^[\s\p{P}\p{S}]*$/u.test(cell)) || (cells.length === 1 && cells[0] === END_OF_FILE);

/** Whether a line is the header again, as in files that were joined. */
const isHeaderAgain = (cells: readonly string[], headers: readonly string[]) =>
  cells[0] === headers[0] && headers.every((header, index) => cells[index] === header);

const LEAST_NOTICE = 25;
/** The beginnings of lines that sum up a table. */
const summary =
  /^\W*(?:(?:grand |sub-?)?totals?\b|\d[\d,]* (?:rows?|records?|results?|listings?|sales)\b|end of (?:report|file|data)\b|page \d|copyright\b|©)/iu;
const legalWords = /\b(?:copyright|rights reserved|deemed reliable|not guaranteed|disclaimer)\b|©/i;
/** A row needs four cells: agent, address, ZIP code, day. */
const MOST_OF_SUMMARY = 3;

/** Returns the text of a line that is a sentence or a sum below the header of a wider table, and not a row. */
function noticeIn(cells: readonly string[], width: number): string | undefined {
  const text = cells[0] ?? '';
  if (width <= 2) return undefined;
  if (text.length >= LEAST_NOTICE && text.includes(' ') && isBlank(cells.slice(1))) return text.trim();
  const isNotice = summary.test(text) || (cells.length < width && legalWords.test(text));
  if (!isNotice) return undefined;
  const filled = cells.filter(cell => cell.trim() !== '');
  return filled.length <= Math.min(MOST_OF_SUMMARY, width / 2) ? filled.join(' ').trim() : undefined;
}

/** Whether a line of a table with this many columns is a row, and not blank or a notice. */
export const isRow = (cells: readonly string[], width: number): boolean =>
  !isBlank(cells) && noticeIn(cells, width) === undefined;

const MAX_SHOWN = 60;

/** Returns why a known file lacks columns, by column. */
const reasonsFor = (ready: Columns['ready'], missing: readonly Field[]): Record<string, string> =>
  Object.fromEntries(
    missing.flatMap(({ name, column }) => {
      const reason = ready?.lacks?.[name];
      return reason ? [[column, reason]] : [];
    }),
  );

/** Says why a known file lacks columns, and what an agent is needed for. */
function adviceFor({ ready }: Columns, missing: readonly Field[]): string {
  const reasons = Object.values(reasonsFor(ready, missing));
  const known = ready
    ? [`The file is like '${ready.name}'${reasons.map(reason => `; ${reason}`).join('')}`]
    : [];
  const agent = missing.some(({ name }) => name === 'fullName')
    ? [
        'ClosingWire sells contacts of agents, so a file without agents cannot be delivered as it is',
        "Ask the source for a file with agents' names, or map the column that has them to full_name",
      ]
    : [];
  return [...known, ...agent].map(sentence => `. ${sentence}`).join('');
}

function missingError(
  columns: Columns,
  missing: readonly Field[],
  { cells, line }: TableLine,
  isKnown: boolean,
): AppError {
  const names = missing.map(({ column }) => column);
  const needed = missing.map(({ column, required }) => `${column} (${required})`).join(', ');
  const text = cells.filter(cell => cell.trim() !== '').join(', ');
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  const message = isKnown
    ? `Missing required columns: ${needed}${adviceFor(columns, missing)}`
    : `Expected a header with ${needed}; got '${shown}' in line ${line}. Map its columns, or send the table with its header`;
  const { headers, ready } = columns;
  const facts = headers.map((_, index) => factsOfColumn(columns, index));
  return new AppError('invalid', 'missing_columns', message, {
    detail: {
      missing: names,
      found: headers,
      fields: facts.map(({ field }) => field),
      notes: facts.map(({ note }) => note),
      reasons: reasonsFor(ready, missing),
    },
  });
}

const empty = (message: string) => new AppError('invalid', 'empty_file', message);

/** Returns the row of a line below the header, or the notice that the line is. */
function rowOf({ line, sheetRow, cells, problem, text }: TableLine, columns: Columns): SourceRow | Notice {
  if (problem) return { line, sheetRow, problem, received: text ?? cells };
  const { headers, indexes, computed, notSold } = columns;
  const width = headers.length;
  const notice = isHeaderAgain(cells, headers) ? cells.join(' ') : noticeIn(cells, width);
  if (notice) return { line, text: notice };
  if (cells.length > width && !isBlank(cells.slice(width))) {
    return { line, sheetRow, problem: `Expected ${width} columns; got ${cells.length}`, received: cells };
  }
  const notSale = notSold?.(cells);
  if (notSale) return { line, sheetRow, problem: notSale, received: cells };
  return {
    line,
    sheetRow,
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
function readHeader(header: TableLine, mapping: Mapping, isKnown: boolean): Columns {
  if (header.problem === NOT_UTF8)
    throw new AppError('invalid', 'invalid_body', 'Expected a header in UTF-8');
  const columns = columnsOf(header.cells, mapping);
  const missing = missingFields(columns);
  if (missing.length > 0) throw missingError(columns, missing, header, isKnown);
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
    const counts = before.map(knownIn);
    const most = Math.max(...counts);
    // Without a header that is known, the widest line is the likeliest.
    const widths = before.map(({ cells }) => cells.filter(cell => cell.trim() !== '').length);
    const at = most >= LEAST_KNOWN ? counts.indexOf(most) : widths.indexOf(Math.max(...widths));
    const header = before[at];
    if (!header) throw empty('Expected a header and rows; got nothing');
    if (most < LEAST_KNOWN) refuseBinary(before.flatMap(({ cells }) => cells).join(' '));
    try {
      facts.columns = readHeader(header, mapping, most >= LEAST_KNOWN);
    } catch (error) {
      refusal = refusalOf(error, header);
    }
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
