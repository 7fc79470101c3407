import { createReadStream } from 'node:fs';
import { recordSplitter, type TextRecord } from '../csv/record-splitter.ts';
import { utf8Text } from '../ingestion/utf8-text.ts';

/** The records of a file in order, holding little more than one read of it. */
export async function* fileRecords(
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
