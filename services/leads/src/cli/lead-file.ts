import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import type { CliConfig } from '../config.ts';
import { recordSplitter, type TextRecord } from '../reading/csv-text.ts';
import { parseMapping } from '../reading/mapping.ts';
import { utf8Text } from '../reading/utf8-text.ts';
import {
  csvSaleDate,
  ndjsonSaleDate,
  type SaleDate,
  type Shift,
  shifted,
  shiftToRecent,
} from './date-shift.ts';

/** A piece of the file, sent as one request. */
export type Chunk = {
  body: string;
  rows: number;
  /** Lines of the file before the body, minus the lines of the header that the body repeats. */
  linesBefore: number;
};

const isBlank = (text: string) => text.trim() === '';

/** Groups records into bodies of at most `rowsPerChunk` rows. With `hasHeader` each begins with the first record. */
export async function* chunksOf(
  records: AsyncIterable<TextRecord[]>,
  { hasHeader, rowsPerChunk }: { hasHeader: boolean; rowsPerChunk: number },
): AsyncIterable<Chunk> {
  let header: TextRecord | undefined;
  let line = 0;
  let chunk: Chunk | undefined;
  for await (const group of records) {
    for (const record of group) {
      if (hasHeader && !header) {
        if (!isBlank(record.text)) header = record;
        line += record.lines;
        continue;
      }
      chunk ??= { body: header?.text ?? '', rows: 0, linesBefore: line - (header?.lines ?? 0) };
      chunk.body += record.text;
      line += record.lines;
      if (!isBlank(record.text)) chunk.rows++;
      if (chunk.rows < rowsPerChunk) continue;
      yield chunk;
      chunk = undefined;
    }
  }
  if (chunk && chunk.rows > 0) yield chunk;
}

/** Reads the records of a file; holds little more than one read. */
async function* fileRecords(
  path: string,
  { quotes, onRead = () => {} }: { quotes: boolean; onRead?: (bytes: number) => void },
): AsyncIterable<TextRecord[]> {
  const splitter = recordSplitter({ quotes });
  const decoder = utf8Text();
  const file = createReadStream(path);
  for await (const bytes of file as AsyncIterable<Buffer>) {
    yield splitter.push(decoder.push(bytes));
    onRead(file.bytesRead);
  }
  yield [...splitter.push(decoder.end()), ...splitter.end()];
}

const types: Record<string, string> = {
  '.csv': 'text/csv',
  '.ndjson': 'application/x-ndjson',
  '.jsonl': 'application/x-ndjson',
};

/** A file of leads; `records` have their dates shifted if requested. */
export type LeadFile = {
  path: string;
  bytes: number;
  type: string;
  hasHeader: boolean;
  map: string | undefined;
  shift: Shift | undefined;
  records(onRead: (bytes: number) => void): AsyncIterable<TextRecord[]>;
};

function readMap(map: string | undefined): string | undefined {
  if (map?.endsWith('.json') && !existsSync(map)) throw new Error(`There is no file '${map}'`);
  const text = map && existsSync(map) ? readFileSync(map, 'utf8') : map;
  parseMapping(text);
  return text;
}

type Shape = { path: string; quotes: boolean; map: string | undefined };

/** Finds the sale date's position from the first record. */
async function saleDateOf({ path, quotes, map }: Shape): Promise<SaleDate> {
  if (!quotes) return ndjsonSaleDate;
  for await (const [header] of fileRecords(path, { quotes })) {
    if (header) return csvSaleDate(header.text, parseMapping(map));
  }
  throw new Error(`${path} is empty`);
}

async function shiftOf(shape: Shape, at: SaleDate, wish: 'recent' | number, today: string): Promise<Shift> {
  if (typeof wish === 'number') return { days: wish, latest: today };
  const days: string[] = [];
  for await (const records of fileRecords(shape.path, shape)) {
    for (const { text } of records) {
      const day = at.read(text);
      if (day) days.push(day);
    }
  }
  return shiftToRecent(days, today);
}

async function* moved(records: AsyncIterable<TextRecord[]>, at: SaleDate, shift: Shift) {
  for await (const group of records) yield group.map(record => shifted(record, at, shift));
}

/** Throws readable errors if the file or the mapping is not usable. */
export async function openLeadFile({ FILE: path, MAP, SHIFT }: CliConfig, now: Date): Promise<LeadFile> {
  const type = types[extname(path).toLowerCase()];
  if (!type) throw new Error(`Expected a .csv, .ndjson or .jsonl file; got '${path}'`);
  const { size: bytes } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (bytes === undefined) throw new Error(`There is no file '${path}'`);
  const quotes = type === 'text/csv';
  const map = readMap(MAP);
  const shape = { path, quotes, map };
  const at = await saleDateOf(shape);
  const shift =
    SHIFT === undefined ? undefined : await shiftOf(shape, at, SHIFT, now.toISOString().slice(0, 10));
  return {
    path,
    bytes,
    type,
    hasHeader: quotes,
    map,
    shift,
    records(onRead) {
      const records = fileRecords(path, { quotes, onRead });
      return shift ? moved(records, at, shift) : records;
    },
  };
}
