import { AppError } from '@closingwire/chassis/app-error';
import type { DeliveryReport } from '@closingwire/contracts/ingestion';
import type { Mapping } from './columns.ts';
import { csvRows } from './csv-rows.ts';
import type { Dialect } from './dialect.ts';
import { peek } from './peek.ts';
import { jsonRows, ndjsonRows, type SourceRow } from './rows.ts';
import { headerRowTest, type TableFacts, tableReader } from './table-rows.ts';
import { type SheetRow, unpack } from './unpack.ts';

type Format = DeliveryReport['format'];
type Kind = Exclude<Format['kind'], 'sheet'>;

/** The facts that a source declares about a body. */
export type Declared = {
  /** By its Content-Type; undefined if its beginning decides. */
  kind?: Kind | undefined;
  charset?: string | undefined;
  mapping?: Mapping;
};

/** How a body is written, known when its rows have been read. */
export type Form = {
  format: Omit<Format, 'dateOrder'>;
  table?: TableFacts;
  /** Delimiter and line end of a text of columns. */
  dialect?: Dialect | undefined;
};

/** The rows of a body, as many at a time as one read contains. */
export type OpenRows = { rows: AsyncIterable<SourceRow[]>; form: () => Form };

const kinds: Record<string, Kind> = {
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/json': 'json',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
};

/** Types that do not say what the content is. Browsers on Windows send a CSV file as Excel's. */
const openTypes: ReadonlySet<string> = new Set([
  'application/gzip',
  'application/octet-stream',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/x-gzip',
  'application/zip',
  'text/plain',
]);

const FORMATS = 'application/x-ndjson, application/json, text/csv or application/octet-stream';

/** Returns what a Content-Type declares. Throws if it is none of the known ones. */
export function declaredBy(contentType: string): Pick<Declared, 'kind' | 'charset'> {
  const [type = '', ...parameters] = contentType.split(';').map(part => part.trim().toLowerCase());
  const charset = parameters.find(parameter => parameter.startsWith('charset='))?.slice('charset='.length);
  const kind = kinds[type];
  if (kind || openTypes.has(type)) return { kind, charset: charset?.replaceAll('"', '') };
  throw new AppError('invalid', 'unknown_format', `Expected Content-Type ${FORMATS}; got '${contentType}'`);
}

const HEAD_BYTES = 512;
/** Bytes before the first character: marks of an encoding, blanks, and the zeros of UTF-16. */
const beforeText = /^[\s\0\xef\xbb\xbf\xff\xfe]+/;

/** Returns the kind of a text by its first character. */
function kindBy(head: Buffer): Kind {
  const start = head.toString('latin1').replace(beforeText, '');
  if (/^(?:\[|\{\s*"leads"\s*:)/.test(start)) return 'json';
  return start.startsWith('{') ? 'ndjson' : 'csv';
}

const noTable = { encoding: null, delimiter: null, headerLine: null, mapping: null };
const factsOf = ({ headerLine, columns }: TableFacts) => ({
  headerLine,
  mapping: columns?.ready?.name ?? null,
});

function openSheet(sheet: AsyncIterable<SheetRow[]>, mapping: Mapping, entry: string): OpenRows {
  const table = tableReader(mapping);
  async function* rows() {
    for await (const lines of sheet) yield lines.flatMap(table.take);
    yield table.end();
  }
  return {
    rows: rows(),
    form: () => ({
      format: { container: 'xlsx', entry, kind: 'sheet', ...noTable, ...factsOf(table.facts) },
      table: table.facts,
    }),
  };
}

/** Unpacks a body and opens its rows. Throws an AppError if nothing can be read from it. */
export async function openRows(body: AsyncIterable<Buffer>, declared: Declared): Promise<OpenRows> {
  const { mapping = {}, charset } = declared;
  const unpacked = await unpack(body, {}, headerRowTest(mapping));
  if (unpacked.kind === 'sheet') return openSheet(unpacked.rows, mapping, unpacked.entry);
  const { container, entry = null } = unpacked;
  const { head, bytes } = declared.kind
    ? { head: Buffer.alloc(0), bytes: unpacked.bytes }
    : await peek(unpacked.bytes, HEAD_BYTES);
  const kind = declared.kind ?? kindBy(head);
  if (kind === 'csv') {
    const csv = csvRows(bytes, { mapping, charset });
    return {
      rows: csv.rows,
      form: () => {
        const { table, encoding, dialect } = csv.facts;
        const delimiter = dialect?.delimiter ?? null;
        return { format: { container, entry, kind, ...factsOf(table), encoding, delimiter }, table, dialect };
      },
    };
  }
  const rows = kind === 'json' ? jsonRows(bytes) : ndjsonRows(bytes);
  return { rows, form: () => ({ format: { container, entry, kind, ...noTable, encoding: 'utf-8' } }) };
}
