import type { IncomingMessage } from 'node:http';
import { AppError } from '@closingwire/chassis/app-error';
import { csvRows } from './csv-rows.ts';
import { parseMapping } from './field-mapping.ts';
import { jsonRows } from './json-rows.ts';
import { ndjsonRows } from './ndjson-rows.ts';
import type { RowSource } from './source-row.ts';

const FORMATS = 'application/x-ndjson, application/json or text/csv';

/** Reads the body as what its Content-Type says; for CSV, the query or header `map` names unusual headers. */
export function rowsOf(request: IncomingMessage): RowSource {
  const { 'content-type': contentType = '', map: mapHeader } = request.headers;
  const type = contentType.split(';')[0]?.trim().toLowerCase();
  const { searchParams } = new URL(request.url ?? '', 'http://localhost');
  const map = searchParams.get('map') ?? mapHeader;
  // Whoever stops reading early still has to answer, so the request must outlive the loop over it.
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  switch (type) {
    case 'application/x-ndjson':
    case 'application/ndjson':
    case 'application/jsonl':
      return ndjsonRows(body);
    case 'application/json':
      return jsonRows(body);
    case 'text/csv':
      return csvRows(body, parseMapping(typeof map === 'string' ? map : undefined));
    default:
      throw new AppError(
        'invalid',
        'unknown_format',
        `Expected Content-Type ${FORMATS}; got '${contentType}'`,
      );
  }
}
