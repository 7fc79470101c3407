import { describe, expect, it } from 'vitest';
import { csvCell, csvPhone, toCsv } from './csv.ts';

describe('a CSV cell', () => {
  it.each(['=1+1', '+cmd|calc', '-2+3', '@SUM(A1)', '\tx', '\rx', '＝1+1', '＋1', '－1', '＠x'])(
    'makes %j safe with an apostrophe',
    text => {
      expect(csvCell(text)).toMatch(/^"'/);
    },
  );

  it('leaves negative numbers as numbers', () => {
    expect(csvCell('-12.5')).toBe('-12.5');
    expect(csvCell(-3)).toBe('-3');
  });

  it.each([
    ['+1 (206) 555-0192', '(206) 555-0192'],
    ['+44 20 7946 0000', '0044 20 7946 0000'],
    ['206-555-0192', '206-555-0192'],
    [null, null],
  ])('writes the phone number %s as %s', (phone, cell) => {
    expect(csvPhone(phone)).toBe(cell);
  });

  it('quotes commas, quotes and line breaks', () => {
    expect(csvCell('Smith, "Al"\nJr')).toBe('"Smith, ""Al""\nJr"');
  });

  it('is empty for null', () => {
    expect(csvCell(null)).toBe('');
    expect(csvCell(undefined)).toBe('');
  });
});

describe('a CSV document', () => {
  it('has a header and CRLF line ends', () => {
    const columns = [{ header: 'Name', value: (row: { name: string }) => row.name }];
    expect(toCsv(columns, [{ name: 'Ada' }, { name: 'Bo' }])).toBe('Name\r\nAda\r\nBo\r\n');
  });
});
