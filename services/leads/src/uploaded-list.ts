import { pipeline } from 'node:stream/promises';
import { AppError } from '@closingwire/chassis/app-error';
import { connectionOf, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import { from as copyFrom } from 'pg-copy-streams';
import { dialectSplitter } from './reading/csv-rows.ts';
import { cellsOf } from './reading/csv-text.ts';
import { textDecoder } from './reading/encoding.ts';

/** A line of an uploaded list that is not blank; `line` counts from 1. */
export type ListLine = { cells: string[]; line: number };

type Options = {
  isHeader: (cell: string) => boolean;
  refused: (message: string) => AppError;
  /** Blank lines count too. */
  mostLines?: number;
};

const isBlank = (cells: readonly string[]) => cells.every(cell => cell.trim() === '');

/** Reads the lines of a list as they arrive, as many at a time as one read contains. */
export async function* listLines(
  bytes: AsyncIterable<Buffer>,
  { isHeader, refused, mostLines = Number.POSITIVE_INFINITY }: Options,
): AsyncIterable<ListLine[]> {
  const decoder = textDecoder();
  const splitter = dialectSplitter(isHeader);
  let line = 1;

  function take(pieces: ReturnType<typeof splitter.push>): ListLine[] {
    const taken: ListLine[] = [];
    for (const { text, lines, problem } of pieces) {
      if (problem) throw refused(`Line ${line}: ${problem}`);
      const cells = cellsOf(text, splitter.dialect?.delimiter);
      const isDeclaration = line === 1 && splitter.dialect?.isDeclared;
      if (!isDeclaration && !isBlank(cells)) taken.push({ cells, line });
      line += lines;
    }
    if (line - 1 <= mostLines) return taken;
    const text = `A list has at most ${mostLines.toLocaleString('en-US')} lines; got more`;
    throw new AppError('too-large', 'too_many_lines', text);
  }

  for await (const chunk of bytes) yield take(splitter.push(decoder.push(chunk)));
  yield take([...splitter.push(decoder.end()), ...splitter.end()]);
}

const MOST_MS = 15 * 60_000;

/** The refusal of an upload while another one is stored. */
export const otherUploading = () =>
  new AppError(
    'conflict',
    'list_uploading',
    'Another list is being uploaded; send this one again afterwards',
  );

/** Lets an upload take its time, and refuses a second one that takes the same advisory lock. */
export async function beginUpload(tx: Tx, lock: Sql): Promise<void> {
  await tx.execute(sql`select set_config('statement_timeout', ${String(MOST_MS)}, true)`);
  const { isLocked } = await tx.one<{ isLocked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lock}) as "isLocked"`,
  );
  if (!isLocked) throw otherUploading();
}

/** Copies lines of text into a table. The transaction's pool must be one for COPY. */
export const copyText = (
  tx: Tx,
  statement: string,
  lines: () => AsyncIterable<string | Buffer>,
): Promise<void> => pipeline(lines, connectionOf(tx).query(copyFrom(statement)));

/** Rolls an upload back: the list is stored already. */
export class KnownList extends Error {
  readonly id: string;
  constructor(id: string) {
    super('the list is stored');
    this.id = id;
  }
}

/** Returns the id that `store` returns, or that of the list that was stored before. */
export async function idOfList(store: () => Promise<string>): Promise<string> {
  try {
    return await store();
  } catch (error) {
    if (error instanceof KnownList) return error.id;
    throw error;
  }
}
