import { Readable } from 'node:stream';
import { AppError } from '@closingwire/chassis/app-error';
import { type CsvError, type Info, parse } from 'csv-parse';
import { type Columns, columnsOf, missingColumns } from '../domain/csv-columns.ts';
import type { LeadField, RawLead } from '../domain/raw-lead.ts';
import { FIELD_NAMES_SIZE, type RowSource, type SourceRow } from './source-row.ts';

const MAX_RECORD = 64 * 1024;
const ROWS_AT_ONCE = 500;

type Record = { record: string[]; info: Info };

function readHeader(headers: string[], mapping: { [header: string]: LeadField }): Columns {
  const columns = columnsOf(headers, mapping);
  const missing = missingColumns(columns);
  if (missing.length === 0) return columns;
  throw new AppError('invalid', 'missing_columns', `Missing required columns: ${missing.join(', ')}`, {
    detail: { missing, found: headers },
  });
}

function toRow(columns: Columns, { record, info }: Record): SourceRow {
  const row = { line: info.lines, size: FIELD_NAMES_SIZE, lead: {} as RawLead };
  if (record.length !== columns.length) {
    const problem = `Expected ${columns.length} columns; got ${record.length}`;
    return { ...row, lead: undefined, problem };
  }
  for (let i = 0; i < columns.length; i++) {
    const field = columns[i];
    const value = record[i] ?? '';
    if (field) row.lead[field] = value;
    row.size += value.length;
  }
  return row;
}

const csvProblem = (error: CsvError | undefined): string =>
  error?.code === 'CSV_MAX_RECORD_SIZE'
    ? `Expected at most ${MAX_RECORD} characters in a row`
    : `Expected well-formed CSV: ${error?.message ?? 'it cannot be read'}`;

type OnBad = (row: SourceRow) => void;

/** The records of a CSV body; those that cannot be read go to `onBad`. */
async function* recordsOf(body: AsyncIterable<Buffer>, onBad: OnBad): AsyncIterable<Record> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_RECORD,
    on_skip: (error?: CsvError) => {
      onBad({ line: Number(error?.lines ?? 0), size: 0, lead: undefined, problem: csvProblem(error) });
      return undefined;
    },
  });
  const source = Readable.from(body, { objectMode: false });
  source.on('error', error => parser.destroy(error));
  source.pipe(parser);
  try {
    yield* parser as AsyncIterable<Record>;
  } finally {
    source.destroy();
  }
}

/** RFC 4180 with a header line; a row that is not well-formed is reported and the rest goes on. */
export async function* csvRows(
  body: AsyncIterable<Buffer>,
  mapping: { [header: string]: LeadField },
): RowSource {
  let columns: Columns | undefined;
  let rows: SourceRow[] = [];
  for await (const entry of recordsOf(body, row => rows.push(row))) {
    if (!columns) columns = readHeader(entry.record, mapping);
    else rows.push(toRow(columns, entry));
    if (rows.length < ROWS_AT_ONCE) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}
