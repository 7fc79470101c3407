import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { connectionOf, type Tx } from '@closingwire/chassis/pg';
import { from as copyFrom } from 'pg-copy-streams';

type Cell = string | number | null | undefined;

const special = /[\\\t\n\r]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function cell(value: Cell): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'number') return String(value);
  return special.test(value) ? value.replace(/[\\\t\n\r]/g, found => escapes[found] ?? found) : value;
}

const PIECE = 64 * 1024;

/** Fills columns of a table by one COPY. */
export async function copyIn<Row>(
  tx: Tx,
  table: string,
  columns: readonly (readonly [name: string, of: (row: Row) => Cell])[],
  rows: readonly Row[],
): Promise<void> {
  const names = columns.map(([name]) => name).join(', ');
  const stream = connectionOf(tx).query(copyFrom(`copy ${table} (${names}) from stdin`));
  const done = finished(stream);
  // Without this a failure while lines are still being made would count as unhandled.
  done.catch(() => {});
  let piece = '';
  for (const row of rows) {
    for (let i = 0; i < columns.length; i++) piece += `${i === 0 ? '' : '\t'}${cell(columns[i]?.[1](row))}`;
    piece += '\n';
    if (piece.length < PIECE) continue;
    if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), done]);
    piece = '';
  }
  stream.end(piece);
  await done;
}
