import type { TextRecord } from '../csv/record-splitter.ts';

/** A piece of the file that is sent, and sent again, as one request. */
export type Chunk = {
  body: string;
  rows: number;
  /** Lines of the file before those of the body; a repeated header counts against it. */
  linesBefore: number;
};

const isBlank = (text: string) => text.trim() === '';

/**
 * Cuts records into bodies of at most `rowsPerChunk` rows. With `hasHeader` the first record is the header, which
 * each body begins with.
 */
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
