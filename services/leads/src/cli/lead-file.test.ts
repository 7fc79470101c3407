import { describe, expect, test } from 'vitest';
import { recordSplitter, type TextRecord } from '../reading/csv-text.ts';
import { csvSaleDate, ndjsonSaleDate, shifted, shiftToRecent } from './date-shift.ts';
import { type Chunk, chunksOf } from './lead-file.ts';

const csv = 'name,note\n1,"a\nb"\n\n2,""""\n3,c';

function recordsOf(text: string): TextRecord[] {
  const splitter = recordSplitter({ quotes: true });
  return [...splitter.push(text), ...splitter.end()];
}

async function chunksIn(text: string, rowsPerChunk: number): Promise<Chunk[]> {
  async function* records() {
    yield recordsOf(text);
  }
  const chunks: Chunk[] = [];
  for await (const chunk of chunksOf(records(), { hasHeader: true, rowsPerChunk })) chunks.push(chunk);
  return chunks;
}

describe('chunks of a file', () => {
  test('repeat the header and count lines', async () => {
    expect(await chunksIn(csv, 1)).toEqual([
      { body: 'name,note\n1,"a\nb"\n', rows: 1, linesBefore: 0 },
      { body: 'name,note\n\n2,""""\n', rows: 1, linesBefore: 2 },
      { body: 'name,note\n3,c\n', rows: 1, linesBefore: 4 },
    ]);
  });

  test('hold at most the given number of rows', async () => {
    expect((await chunksIn(csv, 2)).map(chunk => chunk.rows)).toEqual([2, 1]);
  });
});

describe('sale dates of a file', () => {
  const at = csvSaleDate('full_name,Sold Date\n', {});
  const shift = { days: 10, latest: '2026-03-10' };
  const record = (text: string): TextRecord => ({ text, lines: 1 });

  test('move by as many days', () => {
    expect(shifted(record('"O, Ann",2026-02-20\n'), at, shift).text).toBe('"O, Ann",2026-03-02\n');
    expect(shifted(record('{"property":{"soldDate":"2026-02-20"}}\n'), ndjsonSaleDate, shift).text).toBe(
      '{"property":{"soldDate":"2026-03-02"}}\n',
    );
  });

  test('do not move past today', () => {
    expect(shifted(record('Ann,2026-03-09\n'), at, shift).text).toBe('Ann,2026-03-10\n');
  });

  test('stay if they cannot be read', () => {
    expect(shifted(record('Ann,soon\n'), at, shift).text).toBe('Ann,soon\n');
  });

  test('end today except for stragglers', () => {
    const days = [...Array.from({ length: 2_000 }, () => '2015-05-14'), '2015-05-27'];
    expect(shiftToRecent(days, '2015-05-20')).toEqual({ days: 6, latest: '2015-05-20' });
  });
});
