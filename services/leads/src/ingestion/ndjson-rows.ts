import { deliveryLimits } from '@closingwire/contracts/leads';
import { fromNested, jsonNameOf } from '../domain/raw-lead.ts';
import { NOT_UTF8, type RowSource, type SourceRow } from './source-row.ts';
import { utf8Text } from './utf8-text.ts';

const MAX_LINE = deliveryLimits.rowCharacters;

/** Names of fields that a line may leave out. */
const LEFT_OUT = 120;

export function toRow(line: number, text: string): SourceRow {
  const size = text.length + LEFT_OUT;
  if (!text.isWellFormed()) return { line, size, problem: NOT_UTF8 };
  try {
    return { line, size, nameOf: jsonNameOf, ...fromNested(JSON.parse(text)) };
  } catch {
    return { line, size, problem: 'Expected well-formed JSON' };
  }
}

const tooLong = (line: number): SourceRow => ({
  line,
  size: MAX_LINE,
  problem: `Expected at most ${MAX_LINE} characters in a line`,
});

/** One JSON object a line; blank lines do not count as rows. Holds no more than one line and one read. */
export async function* ndjsonRows(body: AsyncIterable<Buffer>): RowSource {
  const decoder = utf8Text();
  let rest = '';
  let line = 0;
  let skipping = false;

  function* take(text: string): Iterable<SourceRow> {
    line++;
    const bare = line === 1 && text.startsWith('\ufeff') ? text.slice(1) : text;
    if (skipping) skipping = false;
    else if (bare.length > MAX_LINE) yield tooLong(line);
    else if (bare.trim() !== '') yield toRow(line, bare);
  }

  for await (const chunk of body) {
    const lines = (rest + decoder.push(chunk)).split('\n');
    rest = lines.pop() ?? '';
    const rows = lines.flatMap(text => [...take(text)]);
    if (rest.length > MAX_LINE) {
      if (!skipping) rows.push(tooLong(line + 1));
      skipping = true;
      rest = '';
    }
    yield rows;
  }
  yield [...take(rest + decoder.end())];
}
