import { AppError } from '@closingwire/chassis/app-error';
import { type LeadField, sourceField } from '@closingwire/contracts/source-lead';
import { cellsOf } from '../csv/cells-of.ts';
import { recordSplitter, type TextRecord } from '../csv/record-splitter.ts';
import { type Columns, columnsOf, missingColumns } from '../domain/csv-columns.ts';
import type { RawLead } from '../domain/raw-lead.ts';
import { FIELD_NAMES_SIZE, NOT_UTF8, type RowSource, type SourceRow } from './source-row.ts';
import { utf8Text } from './utf8-text.ts';

type Header = { columns: Columns; nameOf: (field: LeadField) => string };

function readHeader({ text }: TextRecord, mapping: { [header: string]: LeadField }): Header {
  if (!text.isWellFormed()) throw new AppError('invalid', 'invalid_body', 'Expected a header in UTF-8');
  const headers = cellsOf(text.replace(/^\ufeff/, ''));
  const columns = columnsOf(headers, mapping);
  const missing = missingColumns(columns);
  const nameOf = (field: LeadField) =>
    headers[columns.lastIndexOf(field)]?.trim() ?? sourceField[field].column;
  if (missing.length === 0) return { columns, nameOf };
  throw new AppError('invalid', 'missing_columns', `Missing required columns: ${missing.join(', ')}`, {
    detail: { missing, found: headers },
  });
}

function toRow({ columns, nameOf }: Header, record: TextRecord, line: number): SourceRow {
  const row = { line, size: record.text.length + FIELD_NAMES_SIZE };
  if (record.problem) return { ...row, problem: record.problem };
  if (!record.text.isWellFormed()) return { ...row, problem: NOT_UTF8 };
  const cells = cellsOf(record.text);
  if (cells.length !== columns.length) {
    const problem = `Expected ${columns.length} columns; got ${cells.length}`;
    return { ...row, problem };
  }
  const lead: RawLead = {};
  for (let i = 0; i < columns.length; i++) {
    const field = columns[i];
    if (field) lead[field] = cells[i];
  }
  return { ...row, lead, nameOf };
}

const isBlank = ({ text }: TextRecord) => text.trim() === '';

/**
 * RFC 4180 with a header line; blank lines do not count as rows. A row that is not well-formed is reported, and the
 * rest goes on. Rows are known by the line they begin on.
 */
export async function* csvRows(
  body: AsyncIterable<Buffer>,
  mapping: { [header: string]: LeadField },
): RowSource {
  const decoder = utf8Text();
  const splitter = recordSplitter({ quotes: true });
  let header: Header | undefined;
  let line = 1;

  function rowsOf(records: TextRecord[]): SourceRow[] {
    const rows: SourceRow[] = [];
    for (const record of records) {
      if (isBlank(record)) {
        // It only counts as a line.
      } else if (header) rows.push(toRow(header, record, line));
      else header = readHeader(record, mapping);
      line += record.lines;
    }
    return rows;
  }

  for await (const chunk of body) yield rowsOf(splitter.push(decoder.push(chunk)));
  yield rowsOf([...splitter.push(decoder.end()), ...splitter.end()]);
}
