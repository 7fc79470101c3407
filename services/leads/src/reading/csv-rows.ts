import { AppError } from '@closingwire/chassis/app-error';
import { type LeadField, leadField, leadFields } from '@closingwire/contracts/lead-fields';
import { cellsOf, recordSplitter, type TextRecord } from './csv-text.ts';
import { NOT_UTF8, type RowSource, type SourceRow } from './rows.ts';
import { utf8Text } from './utf8-text.ts';

const simple = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '');

const known = new Map<string, LeadField>([
  ...leadFields.map(({ name }): [string, LeadField] => [simple(name), name]),
  ...leadFields.map(({ name, column }): [string, LeadField] => [simple(column), name]),
]);

/** The field of each column, undefined for unknown columns. */
type Columns = (LeadField | undefined)[];

/**
 * Finds the field of each header. Our headers match in any spelling (`sold_date`, `Sold Date`, `soldDate`); `mapping`
 * adds others by header: `{ "Agent": "fullName" }`.
 */
export function columnsOf(headers: readonly string[], mapping: Record<string, LeadField>): Columns {
  const given = new Map(Object.entries(mapping).map(([header, field]) => [simple(header), field]));
  return headers.map(header => given.get(simple(header)) ?? known.get(simple(header)));
}

/** Returns the column names of required fields without a column. */
export function missingColumns(columns: Columns): string[] {
  return leadFields
    .filter(({ required, name }) => required && !columns.includes(name))
    .map(({ column }) => column);
}

type Header = {
  width: number;
  indexes: Partial<Record<LeadField, number>>;
  nameOf: (field: LeadField) => string;
};

function readHeader({ text }: TextRecord, mapping: { [header: string]: LeadField }): Header {
  if (!text.isWellFormed()) throw new AppError('invalid', 'invalid_body', 'Expected a header in UTF-8');
  const headers = cellsOf(text.replace(/^\ufeff/, ''));
  const columns = columnsOf(headers, mapping);
  const missing = missingColumns(columns);
  const indexes = Object.fromEntries(leadFields.map(({ name }) => [name, columns.lastIndexOf(name)]));
  const nameOf = (field: LeadField) => headers[indexes[field] ?? -1]?.trim() ?? leadField[field].column;
  if (missing.length === 0) return { width: columns.length, indexes, nameOf };
  throw new AppError('invalid', 'missing_columns', `Missing required columns: ${missing.join(', ')}`, {
    detail: { missing, found: headers },
  });
}

function toRow({ width, indexes, nameOf }: Header, record: TextRecord, line: number): SourceRow {
  if (record.problem) return { line, problem: record.problem };
  if (!record.text.isWellFormed()) return { line, problem: NOT_UTF8 };
  const cells = cellsOf(record.text);
  if (cells.length !== width) return { line, problem: `Expected ${width} columns; got ${cells.length}` };
  return { line, nameOf, lead: ({ name }) => cells[indexes[name] ?? -1] };
}

const isBlank = ({ text }: TextRecord) => text.trim() === '';

/**
 * Reads CSV (RFC 4180) with a header line; skips blank lines. A malformed row is returned as a problem. The line of a
 * row is the one where it begins.
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
        // A blank line is not a row but counts as a line.
      } else if (header) rows.push(toRow(header, record, line));
      else header = readHeader(record, mapping);
      line += record.lines;
    }
    return rows;
  }

  for await (const chunk of body) yield rowsOf(splitter.push(decoder.push(chunk)));
  yield rowsOf([...splitter.push(decoder.end()), ...splitter.end()]);
}

const columnNames = () => leadFields.map(({ column }) => column).join(', ');

const wrong = (text: string, cause?: unknown) =>
  new AppError(
    'invalid',
    'invalid_mapping',
    `Expected a mapping such as {"Agent": "full_name", "Sold": "sold_date"} or Agent=full_name,Sold=sold_date; ${text}`,
    {
      cause,
    },
  );

function entriesOf(text: string): [string, unknown][] {
  if (!text.startsWith('{')) {
    return text.split(',').map(pair => {
      const [header = '', field] = pair.split('=').map(side => side.trim());
      return [header, field];
    });
  }
  try {
    return Object.entries(JSON.parse(text));
  } catch (cause) {
    throw wrong('got JSON that is not well-formed', cause);
  }
}

/** Parses a mapping of headers to columns, `Header=column,…` or a JSON object. */
export function parseMapping(text: string | undefined): Record<string, LeadField> {
  if (!text) return {};
  const entries = entriesOf(text.trim()).map(([header, column]): [string, LeadField] => {
    const [field] = columnsOf([typeof column === 'string' ? column : ''], {});
    if (!header || !field)
      throw wrong(`there is no column ${JSON.stringify(column ?? '')} among ${columnNames()}`);
    return [header, field];
  });
  return Object.fromEntries(entries);
}
