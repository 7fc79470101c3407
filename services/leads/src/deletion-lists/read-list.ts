import { AppError } from '@closingwire/chassis/app-error';
import type { DeletionKind } from '@closingwire/contracts/deletion-lists';
import { headerKey } from '../reading/header-key.ts';
import { unpack } from '../reading/unpack.ts';
import { listLines } from '../uploaded-list.ts';

/** A record of the platform: its ID and a SHA-256 hash. */
export type DeletionRecord = { id: string; hash: Buffer };

const refused = (message: string) => new AppError('invalid', 'invalid_list', message);

/** The platform's IDs have twelve letters or digits. */
const recordId = /^[A-Za-z0-9]{1,40}$/;
const base64Hash = /^[A-Za-z0-9+/]{43}=$/;

type Columns = { id: number; hash: number };

function columnsOf(cells: readonly string[]): Columns {
  const keys = cells.map(headerKey);
  if (keys.includes('listtype'))
    throw refused(
      'Expected a list of deletion requests; got one of canceled requests, which needs no upload',
    );
  const [id, hash] = [keys.indexOf('id'), keys.indexOf('hash')];
  if (id < 0 || hash < 0) throw refused(`Expected the header ID,Hash; got ${cells.join(',').slice(0, 100)}`);
  return { id, hash };
}

function recordOf(cells: readonly string[], { id, hash }: Columns, line: number): DeletionRecord {
  const [given = '', hashed = ''] = [cells[id]?.trim(), cells[hash]?.trim()];
  if (!recordId.test(given))
    throw refused(`Line ${line}: expected an ID of letters and digits; got '${given.slice(0, 40)}'`);
  if (!base64Hash.test(hashed))
    throw refused(`Line ${line}: expected a SHA-256 hash in Base64; got '${hashed.slice(0, 60)}'`);
  return { id: given, hash: Buffer.from(hashed, 'base64') };
}

const isHeader = (cell: string) => ['id', 'hash'].includes(headerKey(cell));

/** Reads records as they arrive, as many at a time as one read contains. Throws for a line that is no record. */
async function* recordsOf(bytes: AsyncIterable<Buffer>): AsyncIterable<DeletionRecord[]> {
  let columns: Columns | undefined;
  for await (const lines of listLines(bytes, { isHeader, refused })) {
    const records: DeletionRecord[] = [];
    for (const { cells, line } of lines) {
      if (columns) records.push(recordOf(cells, columns, line));
      else columns = columnsOf(cells);
    }
    yield records;
  }
  if (!columns) throw refused('Expected the header ID,Hash; got an empty file');
}

const platformName = /^(\d{4})(\d{2})(\d{2})_\d+_([A-Za-z]+)(?:_[A-Za-z0-9]{1,10})?\.csv$/;

/** Facts in the name of a file; none if the platform did not give the name. */
export type FileFacts = { kind?: DeletionKind; listedOn?: string };

/** Reads the kind and the day of a list from its name. Throws if the product needs no such list. */
export function factsOfName(name: string): FileFacts {
  const [, year, month, date, type = ''] = platformName.exec(name) ?? [];
  if (!year) return {};
  const kind = type.toLowerCase();
  if (kind !== 'email' && kind !== 'phone') {
    throw new AppError(
      'invalid',
      'other_kind',
      `Expected a list of kind Email or Phone; a list of kind ${type} needs no upload, for no agent can be found by it`,
    );
  }
  const listedOn = `${year}-${month}-${date}`;
  const isDay = !Number.isNaN(Date.parse(listedOn));
  return { kind, ...(isDay && { listedOn }) };
}

/** Opens an uploaded list. `entry` is the name of the CSV file in a zip. */
export async function openDeletionList(body: AsyncIterable<Buffer>) {
  const unpacked = await unpack(body);
  if (unpacked.kind === 'sheet')
    throw refused('Expected the CSV file of the platform; got a workbook, which may change its values');
  return { entry: unpacked.entry, records: recordsOf(unpacked.bytes) };
}
