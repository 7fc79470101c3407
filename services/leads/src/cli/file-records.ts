import { createReadStream } from 'node:fs';
import { recordSplitter, type TextRecord } from '../csv/record-splitter.ts';

/** The records of a file in order, holding little more than one read of it. */
export async function* fileRecords(
  path: string,
  { quotes, onRead = () => {} }: { quotes: boolean; onRead?: (bytes: number) => void },
): AsyncIterable<TextRecord[]> {
  const splitter = recordSplitter({ quotes });
  const file = createReadStream(path, { encoding: 'utf8' });
  for await (const text of file as AsyncIterable<string>) {
    yield splitter.push(text);
    onRead(file.bytesRead);
  }
  yield splitter.end();
}
