import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { connectionOf, type Tx } from '@closingwire/chassis/pg';
import { from as copyFrom } from 'pg-copy-streams';

export type Cell = string | number | null | undefined;

const special = /[\\\t\n\r]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function cell(value: Cell): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'number') return String(value);
  return special.test(value) ? value.replace(/[\\\t\n\r]/g, found => escapes[found] ?? found) : value;
}

const PIECE = 64 * 1024;

/** The columns of a table, each with its value of an item. */
export type Columns<T> = readonly (readonly [name: string, of: (item: T) => Cell])[];

/** Fills a table by COPY, a row for each item. */
export async function copyIn<T>(
  tx: Tx,
  table: string,
  columns: Columns<T>,
  items: Iterable<T>,
): Promise<void> {
  const names = columns.map(([name]) => name).join(', ');
  const stream = connectionOf(tx).query(copyFrom(`copy ${table} (${names}) from stdin`));
  const done = finished(stream);
  // Avoids an unhandled rejection if COPY fails while rows are still written.
  done.catch(() => {});
  let piece = '';
  for (const item of items) {
    for (let i = 0; i < columns.length; i++) piece += `${i === 0 ? '' : '\t'}${cell(columns[i]?.[1](item))}`;
    piece += '\n';
    if (piece.length < PIECE) continue;
    if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), done]);
    piece = '';
  }
  stream.end(piece);
  await done;
}
