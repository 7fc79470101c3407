import { createReadStream } from 'node:fs';

/** One record of a file as it stands there, line end included. A quoted cell may hold line breaks. */
export type FileRecord = { text: string; lines: number };

/** Cuts text into records at line ends; with `quotes`, only at those outside of quoted cells. */
export function recordSplitter(quotes: boolean) {
  let rest = '';
  let scanned = 0;
  let quoted = false;
  let lines = 0;

  return {
    push(text: string): FileRecord[] {
      rest += text;
      const records: FileRecord[] = [];
      let start = 0;
      for (; scanned < rest.length; scanned++) {
        const code = rest.charCodeAt(scanned);
        if (code === 34 && quotes) quoted = !quoted;
        else if (code === 10) {
          lines++;
          if (quoted) continue;
          records.push({ text: rest.slice(start, scanned + 1), lines });
          start = scanned + 1;
          lines = 0;
        }
      }
      rest = rest.slice(start);
      scanned -= start;
      return records;
    },
    /** What stands after the last line end. */
    end: (): FileRecord[] => (rest === '' ? [] : [{ text: `${rest}\n`, lines: lines + 1 }]),
  };
}

/** The records of a file in order, holding little more than one read of it. */
export async function* fileRecords(
  path: string,
  { quotes, onRead = () => {} }: { quotes: boolean; onRead?: (bytes: number) => void },
): AsyncIterable<FileRecord[]> {
  const splitter = recordSplitter(quotes);
  const file = createReadStream(path, { encoding: 'utf8' });
  for await (const text of file as AsyncIterable<string>) {
    yield splitter.push(text);
    onRead(file.bytesRead);
  }
  yield splitter.end();
}
