import type { Reject } from '@closingwire/contracts/ingestion';
import type { FileRecord, RequestForm } from './file-records.ts';

/** A piece of the file, sent as one request. Without `records` there is nothing to send. */
export type Chunk = {
  body: string;
  records: number;
  /** Text that cannot be cut into rows, and is not sent. */
  rejects: Reject[];
  /** Returns the line of the file for a line of the body. */
  lineOf(bodyLine: number): number;
};

function emptyChunk(header: string) {
  const rejects: Reject[] = [];
  /** Where lines of the body stop following those of the file. */
  const steps: { at: number; line: number }[] = [];
  let next = header.split('\n').length;
  return {
    body: header,
    records: 0,
    rejects,
    add({ text, line, lines }: FileRecord): void {
      const step = steps.at(-1);
      if (!step || step.line - step.at !== line - next) steps.push({ at: next, line });
      this.body += text;
      this.records++;
      next += lines;
    },
    lineOf(bodyLine: number): number {
      const { at, line } = steps.findLast(step => step.at <= bodyLine) ?? { at: 0, line: 0 };
      return line + bodyLine - at;
    },
  };
}

/**
 * Groups records into bodies of `rowsPerChunk` rows, each with the header. Leaves out blank lines. A body begins with
 * a row: one that had only a notice would be refused as empty.
 */
export async function* chunksOf(
  records: AsyncIterable<FileRecord[]>,
  { form, rowsPerChunk }: { form: RequestForm; rowsPerChunk: number },
): AsyncIterable<Chunk> {
  let chunk = emptyChunk(form.header);
  for await (const group of records) {
    for (const record of group) {
      const { text, problem, line } = record;
      if (problem) {
        chunk.rejects.push({ line, field: '', message: problem });
        continue;
      }
      if (form.isBlank(text)) continue;
      const isEmpty = chunk.records === 0;
      if ((isEmpty || chunk.records >= rowsPerChunk) && form.isRow(text)) {
        if (!isEmpty) {
          yield chunk;
          chunk = emptyChunk(form.header);
        }
      } else if (isEmpty) continue;
      chunk.add(record);
    }
  }
  if (chunk.records > 0 || chunk.rejects.length > 0) yield chunk;
}
