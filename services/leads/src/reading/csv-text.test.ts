import { stringify } from 'csv-stringify/sync';
import { describe, expect, test } from 'vitest';
import { cellsOf, MAX_RECORD, recordSplitter, type TextRecord } from './csv-text.ts';

function recordsOf(text: string, size = text.length): TextRecord[] {
  const splitter = recordSplitter({ quotes: true });
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
    text.slice(i * size, (i + 1) * size),
  );
  return [...pieces.flatMap(piece => splitter.push(piece)), ...splitter.end()];
}
const brief = (records: TextRecord[]) =>
  records.map(({ text, lines, problem }) => [problem ?? text.trimEnd(), lines]);

describe('records', () => {
  test.each([1, 3, 100])('end outside of quotes, read by %i', size => {
    expect(recordsOf('name,note\n1,"a\nb"\r\n\n2,""""\n"3",c', size)).toEqual([
      { text: 'name,note\n', lines: 1 },
      { text: '1,"a\nb"\r\n', lines: 2 },
      { text: '\n', lines: 1 },
      { text: '2,""""\n', lines: 1 },
      { text: '"3",c\n', lines: 1 },
    ]);
  });

  test.each(['A"nn,1\nB,2\n', 'A""nn,1\nB,2\n', '"A"nn,1\nB,2\n', 'A, "x,1\nB,2\n'])(
    'are not joined by a stray quote: %j',
    text => {
      expect(recordsOf(text, 2)).toHaveLength(2);
    },
  );

  test('continue after an unclosed quote', () => {
    expect(brief(recordsOf('1,a\n2,"b\n3,c\n4,d', 3))).toEqual([
      ['1,a', 1],
      ['Expected a closing quote', 1],
      ['3,c', 1],
      ['4,d', 1],
    ]);
    const far = Array.from({ length: 30_000 }, (_, n) => `${n},x\n`).join('');
    const records = recordsOf(`"b\n${far}`, 10_000);
    expect(records).toHaveLength(30_001);
    expect(records.filter(record => record.problem)).toHaveLength(1);
  });

  test.each(['x', '"x'])('continue after a row that is too long: %j', start => {
    const text = `1,a\n${start}${'y'.repeat(MAX_RECORD)}\n3,c\n`;
    for (const size of [10_000, text.length]) {
      expect(brief(recordsOf(text, size))).toEqual([
        ['1,a', 1],
        [`Expected at most ${MAX_RECORD} characters in a row`, 1],
        ['3,c', 1],
      ]);
    }
  });
});

describe('cells', () => {
  test.each([
    ['a,b\r\n', ['a', 'b']],
    ['a,,\n', ['a', '', '']],
    ['\n', ['']],
    ['"a, ""b""\nc",d\n', ['a, "b"\nc', 'd']],
    ['"",""\n', ['', '']],
    ['a"b,"c"d\n', ['a"b', 'cd']],
    ['"a",\n', ['a', '']],
    ['a, "b, c" ,d\n', ['a', 'b, c', 'd']],
    ['"a "b" c",d\n', ['a "b" c', 'd']],
    ['"a \\"b\\" c",d\n', ['a "b" c', 'd']],
    ['a, "b,c\n', ['a', ' "b', 'c']],
    ['12, "A" St,x\n', ['12', ' "A" St', 'x']],
  ])('of %j', (record, cells) => {
    expect(cellsOf(record)).toEqual(cells);
  });

  test('round-trip through csv-stringify', () => {
    const rows = [['a', '', '"', ',', '\n', '\r\n"",', ' "x" ', "O'Hara, Zoë"]];
    const [record] = recordsOf(stringify(rows), 1);
    expect(cellsOf(record?.text ?? '')).toEqual(rows[0]);
  });
});
