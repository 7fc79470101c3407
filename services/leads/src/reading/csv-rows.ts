import { headerTest, type Mapping } from './columns.ts';
import { cellsOf, MAX_RECORD, recordSplitter, type TextRecord } from './csv-text.ts';
import { DIALECT_CHARACTERS, type Dialect, dialectOf } from './dialect.ts';
import { type Encoding, textDecoder } from './encoding.ts';
import { NOT_UTF8, type SourceRow } from './rows.ts';
import { type TableFacts, type TableLine, tableReader } from './table-rows.ts';

/** The facts of a text of columns; complete when it has been read. */
export type CsvFacts = { table: TableFacts; encoding: Encoding; dialect: Dialect | undefined };

/** Cuts streamed text into records, with the dialect of its beginning. */
export function dialectSplitter(isHeader: (header: string) => boolean) {
  let start = '';
  let dialect: Dialect | undefined;
  let splitter: ReturnType<typeof recordSplitter> | undefined;

  function begin(isWhole: boolean) {
    dialect = dialectOf(start, isHeader, isWhole);
    const { delimiter, lineEnd } = dialect;
    splitter = recordSplitter({ quotes: true, delimiter, lineEnd });
    const records = splitter.push(start);
    start = '';
    return records;
  }

  return {
    push(text: string): TextRecord[] {
      if (splitter) return splitter.push(text);
      start += text;
      return start.length < DIALECT_CHARACTERS ? [] : begin(false);
    },
    end(): TextRecord[] {
      const first = splitter ? [] : begin(true);
      return [...first, ...(splitter?.end() ?? [])];
    },
    get dialect() {
      return dialect;
    },
  };
}

/**
 * Reads a text of columns with a header line. Finds encoding, delimiter and header. A malformed row is returned as a
 * problem. The line of a row is the one where it begins.
 */
export function csvRows(
  body: AsyncIterable<Buffer>,
  { mapping = {}, charset }: { mapping?: Mapping; charset?: string | undefined } = {},
) {
  const decoder = textDecoder(charset);
  const table = tableReader(mapping);
  const splitter = dialectSplitter(headerTest(mapping));
  let line = 1;
  // Programs for spreadsheets do not show the declaration `sep=;`.
  let sheetRow = 1;

  /** The text of a record that is too long is cut, so it is not kept. */
  function withoutCells(problem: string, text: string): TableLine {
    const place = { line, sheetRow, cells: [], problem };
    return text.length < MAX_RECORD ? { ...place, text: text.replace(/[\r\n]+$/, '') } : place;
  }

  function lineOf({ text, problem }: TextRecord): TableLine {
    if (problem) return withoutCells(problem, text);
    const cells = cellsOf(text, splitter.dialect?.delimiter);
    return text.isWellFormed() ? { line, sheetRow, cells } : { line, sheetRow, cells, problem: NOT_UTF8 };
  }

  function rowsOf(records: readonly TextRecord[]): SourceRow[] {
    const rows: SourceRow[] = [];
    for (const record of records) {
      const isDeclaration = line === 1 && splitter.dialect?.isDeclared;
      if (!isDeclaration) {
        rows.push(...table.take(lineOf(record)));
        sheetRow++;
      }
      line += record.lines;
    }
    return rows;
  }

  async function* rows(): AsyncIterable<SourceRow[]> {
    for await (const chunk of body) yield rowsOf(splitter.push(decoder.push(chunk)));
    yield rowsOf([...splitter.push(decoder.end()), ...splitter.end()]);
    yield table.end();
  }

  return {
    rows: rows(),
    get facts(): CsvFacts {
      return { table: table.facts, encoding: decoder.encoding, dialect: splitter.dialect };
    },
  };
}
