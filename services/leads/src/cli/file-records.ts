import { type Cut, cellsOf, type Delimiter, recordSplitter, type TextRecord } from '../reading/csv-text.ts';
import { textDecoder } from '../reading/encoding.ts';
import type { Form } from '../reading/open-rows.ts';
import { jsonLeads } from '../reading/rows.ts';
import { isRow } from '../reading/table-rows.ts';
import { type SheetRow, unpack } from '../reading/unpack.ts';
import { utf8Text } from '../reading/utf8-text.ts';
import { csvLine } from './csv-line.ts';

/** A row of a file in the form of a request. `line` is where it begins in the file, or its number there. */
export type FileRecord = TextRecord & { line: number };

/** How the rows of a file are written in requests. */
export type RequestForm = {
  type: string;
  /** The header line, empty for NDJSON. */
  header: string;
  isBlank(text: string): boolean;
  /** Whether the text is a row, and not blank or a notice. */
  isRow(text: string): boolean;
};

const ndjsonForm: RequestForm = {
  type: 'application/x-ndjson',
  header: '',
  isBlank: text => !/\S/.test(text),
  isRow: () => true,
};

/** Returns the form of requests for a file: plain CSV for tables, otherwise NDJSON. */
export function requestFormOf({ table }: Form): RequestForm {
  const { headers } = table?.columns ?? {};
  if (!headers) return ndjsonForm;
  return {
    // The charset keeps a request from being taken for Windows-1252.
    type: 'text/csv; charset=utf-8',
    header: csvLine(headers),
    isBlank: text => !/[^\s,]/.test(text),
    isRow: text => isRow(cellsOf(text), headers.length),
  };
}

const linesIn = (text: string) => text.split('\n').length - 1;

type TextForm = { cut: Cut; decoder: { push(piece: Buffer): string; end(): string }; after: number };

/** Cuts a text into records behind the line `after`. */
async function* textRecords(
  bytes: AsyncIterable<Buffer>,
  { cut, decoder, after }: TextForm,
): AsyncIterable<FileRecord[]> {
  const splitter = recordSplitter(cut);
  let line = 1;
  function numbered(records: readonly TextRecord[]): FileRecord[] {
    const found: FileRecord[] = [];
    for (const record of records) {
      if (line > after) found.push({ ...record, line });
      line += record.lines;
    }
    return found;
  }
  for await (const chunk of bytes) yield numbered(splitter.push(decoder.push(chunk)));
  yield numbered([...splitter.push(decoder.end()), ...splitter.end()]);
}

/** Writes cells that were read at this line. */
function rewritten(line: number, cells: readonly string[]): FileRecord {
  const text = csvLine(cells);
  return { text, line, lines: linesIn(text) };
}

async function* plainRecords(records: AsyncIterable<FileRecord[]>, delimiter: Delimiter) {
  for await (const group of records) {
    yield group.map(record =>
      record.problem ? record : rewritten(record.line, cellsOf(record.text, delimiter)),
    );
  }
}

async function* sheetRecords(rows: AsyncIterable<SheetRow[]>, after: number): AsyncIterable<FileRecord[]> {
  for await (const group of rows) {
    yield group.filter(({ line }) => line > after).map(({ line, cells }) => rewritten(line, cells));
  }
}

async function* jsonRecords(bytes: AsyncIterable<Buffer>): AsyncIterable<FileRecord[]> {
  const leads = await jsonLeads(bytes);
  yield leads.map((lead, index) => ({ text: `${JSON.stringify(lead)}\n`, lines: 1, line: index + 1 }));
}

/** Reads the rows of a file in the form of requests. CSV with commas and NDJSON pass as they are written. */
export async function* fileRecords(
  body: AsyncIterable<Buffer>,
  { format, table, dialect }: Form,
): AsyncIterable<FileRecord[]> {
  const unpacked = await unpack(body);
  const after = table?.headerLine ?? 0;
  if (unpacked.kind === 'sheet') return yield* sheetRecords(unpacked.rows, after);
  const { bytes } = unpacked;
  if (format.kind === 'json') return yield* jsonRecords(bytes);
  if (!dialect) return yield* textRecords(bytes, { cut: { quotes: false }, decoder: utf8Text(), after });
  const { delimiter, lineEnd } = dialect;
  const cut = { quotes: true, delimiter, lineEnd };
  const records = textRecords(bytes, { cut, decoder: textDecoder(), after });
  return yield* delimiter === ',' && lineEnd === '\n' ? records : plainRecords(records, delimiter);
}
