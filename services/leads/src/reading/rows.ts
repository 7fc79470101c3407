import { isUtf8 } from 'node:buffer';
import { AppError } from '@closingwire/chassis/app-error';
import { deliveryLimits } from '@closingwire/contracts/ingestion';
import { jsonName, type LeadField, leadField } from '@closingwire/contracts/lead-fields';
import type { SourceLead } from './read-lead.ts';
import { utf8Text } from './utf8-text.ts';

/** One row of a body, or its problem. `line` counts from 1, including a CSV header. */
export type SourceRow = {
  line: number;
  /** The row as a spreadsheet counts it, if it differs: cells can have several lines. */
  sheetRow?: number | undefined;
  /** A row with a problem as it was received: its cells, or the text that has none. */
  received?: readonly string[] | string;
  lead?: SourceLead;
  /** Returns the source's name of a field: a CSV header, or the path in JSON. */
  nameOf?: (field: LeadField) => string;
  /** The cells of a table, and how many its header has. */
  cells?: readonly string[];
  width?: number;
  /** The source's key of the listing, by which it can retract the row. */
  listingKey?: string;
  problem?: string;
};

export const NOT_UTF8 = 'Expected UTF-8';

/** Rows in order, as many at a time as one read contains. */
export type RowSource = AsyncIterable<SourceRow[]>;

type Json = Record<string, unknown>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const jsonNameOf = (field: LeadField): string => jsonName(leadField[field]);

/** Returns the fields of a JSON row, or its problem. */
export function fromNested(row: unknown): { lead: SourceLead } | { problem: string } {
  if (!isRecord(row)) return { problem: 'Expected a JSON object' };
  const { property } = row;
  if (!isRecord(property))
    return { problem: 'Expected the sale in `property`, as {"address1": …}, beside the agent' };
  return { lead: ({ group, key }) => (group === 'agent' ? row : property)[key] };
}

const tooLarge = () =>
  new AppError(
    'too-large',
    'too_large',
    `A JSON body has at most ${deliveryLimits.jsonBytes} bytes; send more as application/x-ndjson, one lead a line`,
  );

/** Matches texts, also an open one, to be left as they are, and the numbers that Python writes and JSON does not have. */
const textOrNoNumber = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|-?\b(?:NaN|Infinity)\b/g;

/** Parses JSON; Python's `NaN` and `Infinity` are read as unknown. */
function parseJson(text: string): unknown {
  const json = text.startsWith('\ufeff') ? text.slice(1) : text;
  try {
    return JSON.parse(json);
  } catch (error) {
    if (!/NaN|Infinity/.test(json)) throw error;
    return JSON.parse(json.replace(textOrNoNumber, found => (found.startsWith('"') ? found : 'null')));
  }
}

async function readWhole(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > deliveryLimits.jsonBytes) throw tooLarge();
    chunks.push(chunk);
  }
  const whole = Buffer.concat(chunks);
  if (!isUtf8(whole)) throw new AppError('invalid', 'invalid_body', 'Expected a body in UTF-8');
  return whole.toString();
}

function leadsIn(text: string): unknown[] {
  let parsed: unknown;
  try {
    parsed = parseJson(text);
  } catch (cause) {
    throw new AppError('invalid', 'invalid_body', 'Expected a body of well-formed JSON', { cause });
  }
  const leads = typeof parsed === 'object' && parsed !== null && 'leads' in parsed ? parsed.leads : parsed;
  if (Array.isArray(leads)) return leads;
  throw new AppError('invalid', 'invalid_body', 'Expected an array of leads, or an object with `leads`');
}

/** Reads the leads of `[…]` or `{ "leads": […] }`. */
export const jsonLeads = async (body: AsyncIterable<Buffer>): Promise<unknown[]> =>
  leadsIn(await readWhole(body));

/** Keeps the text of an item that is no lead. */
const withText = (item: unknown, read: ReturnType<typeof fromNested>) =>
  'problem' in read ? { ...read, received: JSON.stringify(item) } : read;

/** Reads the same as rows; `line` is the position in the array. */
export async function* jsonRows(body: AsyncIterable<Buffer>): RowSource {
  const leads = await jsonLeads(body);
  yield leads.map(
    (item, index): SourceRow => ({
      line: index + 1,
      nameOf: jsonNameOf,
      ...withText(item, fromNested(item)),
    }),
  );
}

const MAX_LINE = deliveryLimits.rowCharacters;

export function toRow(line: number, text: string): SourceRow {
  if (!text.isWellFormed()) return { line, problem: NOT_UTF8, received: text };
  try {
    const read = fromNested(parseJson(text));
    return 'problem' in read ? { line, ...read, received: text } : { line, nameOf: jsonNameOf, ...read };
  } catch {
    return { line, problem: 'Expected well-formed JSON', received: text };
  }
}

const tooLong = (line: number): SourceRow => ({
  line,
  problem: `Expected at most ${MAX_LINE} characters in a line`,
});

const EMPTY = new AppError('invalid', 'empty_file', 'Expected one lead a line; got an empty body');

/** Reads one JSON object per line; skips blank lines. Throws if there is none. Holds at most one line and one read. */
export async function* ndjsonRows(body: AsyncIterable<Buffer>): RowSource {
  const decoder = utf8Text();
  let rest = '';
  let line = 0;
  let isEmpty = true;
  let skipping = false;

  function take(text: string, rows: SourceRow[]): void {
    line++;
    const bare = line === 1 && text.startsWith('\ufeff') ? text.slice(1) : text;
    if (skipping) skipping = false;
    else if (bare.length > MAX_LINE) rows.push(tooLong(line));
    else if (bare.trim() !== '') rows.push(toRow(line, bare));
    if (rows.length > 0) isEmpty = false;
  }

  for await (const chunk of body) {
    const lines = (rest + decoder.push(chunk)).split('\n');
    rest = lines.pop() ?? '';
    const rows: SourceRow[] = [];
    for (const text of lines) take(text, rows);
    if (rest.length > MAX_LINE) {
      if (!skipping) rows.push(tooLong(line + 1));
      skipping = true;
      rest = '';
    }
    yield rows;
  }
  const last: SourceRow[] = [];
  take(rest + decoder.end(), last);
  if (isEmpty) throw EMPTY;
  yield last;
}
