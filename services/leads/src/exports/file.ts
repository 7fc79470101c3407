import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@closingwire/chassis/app-error';
import { empty, sql } from '@closingwire/chassis/pg';
import { FILE_ROWS_HEADER } from '@closingwire/contracts/file-names';
import { callWarningColumn, sourceColumn } from '@closingwire/contracts/rare-columns';
import type { Response } from 'express';
import type { PoolClient } from 'pg';
import { ARE_PHONES_MARKED, CALL_WARNING_CELL } from '../contacts/states.ts';
import type { ClosingFilter } from '../lists/closing-filter.ts';
import { NAMED_SOURCES } from '../sources/store.ts';
import { cellsOf, IN_ORDER, type Layout, rowsOf, valuesOf } from './layouts.ts';
import { EXPORT_MS, type Extras, endExport, extrasOf, streamRows } from './snapshot.ts';
import { MOST_SHEET_ROWS, workbookOf } from './workbook.ts';

export type FileToSend = {
  client: PoolClient;
  layout: Layout;
  filter: ClosingFilter;
  /** Selects the deals of its agents; by default those of `filter`. */
  dealsOf?: ClosingFilter;
  format: 'csv' | 'xlsx';
  fileName: string;
  /** The number of its rows. */
  count: number;
  /** Lets its export count; the file ends after that, so that none is complete that does not count. */
  beforeEnd?: () => Promise<void>;
};

const headersOf = ({ columns }: Layout, { hasWarnings, hasSources }: Extras): string[] => [
  ...columns.map(({ header }) => header),
  ...(hasWarnings ? [callWarningColumn.header] : []),
  ...(hasSources ? [sourceColumn.header] : []),
];

const SOURCES = sql`nullif(array_to_string(${NAMED_SOURCES}, ${sourceColumn.between}), '')`;

function rowsQuery({ layout, filter, dealsOf, format }: FileToSend, { hasWarnings, hasSources }: Extras) {
  const sources = format === 'csv' ? sql`, csv_text(${SOURCES})` : sql`, ${SOURCES}`;
  const warnings = sql`, case when ${ARE_PHONES_MARKED} then ${CALL_WARNING_CELL} end`;
  return sql`
    select ${format === 'csv' ? cellsOf(layout) : valuesOf(layout)}${hasWarnings ? warnings : empty}${hasSources ? sources : empty}
    ${rowsOf(layout, filter, dealsOf)} ${IN_ORDER}`;
}

/** Cells hold no line breaks (ingestion removes them), so each LF ends a row; RFC 4180 requires CRLF. */
function withCrlf(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, Buffer.from(chunk.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'));
    },
  });
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

function begin(response: Response, { format, fileName, count }: FileToSend): void {
  response.setHeader('content-type', types[format]);
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-disposition', `attachment; filename="${fileName}.${format}"`);
  response.setHeader(FILE_ROWS_HEADER, count);
}

/** `statement_timeout` does not help if the server hangs. */
const untilLast = () => ({ end: false, signal: AbortSignal.timeout(EXPORT_MS) });

function sendCsv(lines: Readable, headers: readonly string[], response: Response): Promise<void> {
  // Without a byte order mark, spreadsheets misread UTF-8.
  response.write(`\ufeff${headers.join(',')}\r\n`);
  return pipeline(lines, withCrlf(), response, untilLast());
}

/** Streams a file from the snapshot of a connection, and releases it. */
export async function sendFile(response: Response, file: FileToSend): Promise<void> {
  const { client, layout, format, count, beforeEnd } = file;
  if (format === 'xlsx' && count > MOST_SHEET_ROWS) {
    await endExport(client);
    const text = `A sheet has ${MOST_SHEET_ROWS} rows; choose CSV or fewer closings`;
    throw new AppError('invalid', 'too_many_rows', text);
  }
  const extras = await extrasOf(file);
  const headers = headersOf(layout, extras);
  await streamRows(
    client,
    { rows: rowsQuery(file, extras), format: format === 'csv' ? 'csv' : 'text' },
    async lines => {
      begin(response, file);
      // The extra columns are text.
      const kinds = headers.map((_, at) => layout.columns[at]?.kind ?? 'text');
      if (format === 'csv') await sendCsv(lines, headers, response);
      else await pipeline(workbookOf({ headers, kinds, lines }), response, untilLast());
      await beforeEnd?.();
    },
  );
  // After the end of the snapshot, so that a client's next file of new agents is not refused.
  response.end();
}
