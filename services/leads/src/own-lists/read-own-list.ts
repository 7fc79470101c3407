import { hash } from 'node:crypto';
import { AppError } from '@closingwire/chassis/app-error';
import {
  MOST_OWN_ENTRIES,
  MOST_OWN_LINES,
  MOST_OWN_LIST_BYTES,
  MOST_SHOWN_REJECTS,
} from '@closingwire/contracts/exports';
import { parseEmails } from '../reading/email.ts';
import { headerKey } from '../reading/header-key.ts';
import { parsePhones } from '../reading/phone.ts';
import { unpack } from '../reading/unpack.ts';
import { type ListLine, listLines } from '../uploaded-list.ts';

/** A contact of a list; `hash` is its `contact_hash` in hex. */
export type OwnEntry = { kind: 'email' | 'phone'; hash: string };

export type Rejects = { count: number; reasons: { line: number; reason: string }[] };

const refused = (message: string) => new AppError('invalid', 'invalid_list', message);

const hasContacts = /mail|phone|mobile|cell|telephone|^tel$|^number$/;
const isHeader = (cell: string) =>
  hasContacts.test(headerKey(cell)) && !cell.includes('@') && !/\d{3}/.test(cell);

/** As the function `contact_hash` of the database. */
const hashOf = (kind: OwnEntry['kind'], value: string) => hash('sha256', `${kind}:${value}`);

const tenDigits = (number: string) => number.replace(/\D/g, '').slice(-10);

function entriesOf(cell: string): OwnEntry[] {
  if (cell.includes('@')) {
    return parseEmails(cell.trim()).map(email => ({
      kind: 'email',
      hash: hashOf('email', email.toLowerCase()),
    }));
  }
  if (!/\d{3}/.test(cell)) return [];
  return parsePhones(cell.trim()).map(({ number }) => ({
    kind: 'phone',
    hash: hashOf('phone', tenDigits(number)),
  }));
}

function reasonOf(cells: readonly string[]): string {
  const text = cells.join(' ');
  if (text.includes('@')) return 'The email address cannot be read';
  return /\d/.test(text) ? 'Expected a phone number of ten digits' : 'No email address and no phone number';
}

/** Stops a body that is too long. */
async function* limited(body: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MOST_OWN_LIST_BYTES) {
      throw new AppError(
        'too-large',
        'too_large',
        `A list has at most ${MOST_OWN_LIST_BYTES / 1_048_576} MB`,
      );
    }
    yield chunk;
  }
}

/** Reads a list as it arrives; `rejects` is complete after the last entry. */
function reader(rejects: Rejects) {
  /** The columns to read; undefined without a header: all. */
  let columns: number[] | undefined;
  let isFirst = true;
  let count = 0;

  function take({ cells, line }: ListLine): OwnEntry[] {
    const wasFirst = isFirst;
    isFirst = false;
    if (wasFirst && cells.some(isHeader)) {
      columns = cells.flatMap((cell, at) => (isHeader(cell) ? [at] : []));
      return [];
    }
    const read = columns ? columns.map(at => cells[at] ?? '') : cells;
    const entries = read.flatMap(entriesOf);
    if (entries.length > 0) return entries;
    // A first line of words is a header of one column.
    if (wasFirst && !/[\d@]/.test(cells.join(''))) return [];
    rejects.count++;
    if (rejects.reasons.length < MOST_SHOWN_REJECTS) rejects.reasons.push({ line, reason: reasonOf(read) });
    return [];
  }

  return (lines: readonly ListLine[]): OwnEntry[] => {
    const entries = lines.flatMap(take);
    count += entries.length;
    if (count <= MOST_OWN_ENTRIES) return entries;
    const most = MOST_OWN_ENTRIES.toLocaleString('en-US');
    throw new AppError('too-large', 'too_many_entries', `A list has at most ${most} entries; got more`);
  };
}

async function* entriesIn(bytes: AsyncIterable<Buffer>, rejects: Rejects): AsyncIterable<OwnEntry[]> {
  const read = reader(rejects);
  for await (const lines of listLines(bytes, { isHeader, refused, mostLines: MOST_OWN_LINES }))
    yield read(lines);
}

/** Opens an uploaded list of email addresses and phone numbers. */
export async function openOwnList(body: AsyncIterable<Buffer>) {
  const unpacked = await unpack(limited(body), { decompressedBytes: MOST_OWN_LIST_BYTES });
  if (unpacked.kind === 'sheet') throw refused('Expected CSV or text; got a workbook. Save it as CSV');
  const rejects: Rejects = { count: 0, reasons: [] };
  return { entries: entriesIn(unpacked.bytes, rejects), rejects };
}
