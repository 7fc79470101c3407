import { describe, expect, test } from 'vitest';
import { columnsOf } from '../reading/columns.ts';
import { csvSaleDate, ndjsonSaleDate, shifted, shiftToRecent } from './date-shift.ts';

describe('sale dates of a file', () => {
  const days = { latest: '2026-03-10', order: 'month-first' } as const;
  const at = csvSaleDate(columnsOf(['full_name', 'Sold Date'], {}), days);
  const shift = { days: 10, latest: '2026-03-10' };
  const record = (text: string) => ({ text, lines: 1, line: 2 });

  test('move by as many days', () => {
    expect(shifted(record('"O, Ann",2026-02-20\n'), at, shift).text).toBe('"O, Ann",2026-03-02\n');
    expect(
      shifted(record('{"property":{"soldDate":"2026-02-20"}}\n'), ndjsonSaleDate(days), shift).text,
    ).toBe('{"property":{"soldDate":"2026-03-02"}}\n');
  });

  test('do not move past today', () => {
    expect(shifted(record('Ann,2026-03-09\n'), at, shift).text).toBe('Ann,2026-03-10\n');
  });

  test('are read in the order of the file', () => {
    const dayFirst = csvSaleDate(columnsOf(['Sold Date'], {}), { ...days, order: 'day-first' });
    expect(shifted(record('1/2/2026\n'), dayFirst, shift).text).toBe('2026-02-11\n');
  });

  test('are found in a known file', () => {
    const redfin = csvSaleDate(columnsOf(['SALE TYPE', 'SOLD DATE', 'PRICE'], {}), days);
    expect(shifted(record('PAST SALE,February-20-2026,1\n'), redfin, shift).text).toBe(
      'PAST SALE,2026-03-02,1\n',
    );
  });

  test('stay if they cannot be read', () => {
    expect(shifted(record('Ann,soon\n'), at, shift).text).toBe('Ann,soon\n');
  });

  test('end today except for stragglers', () => {
    const found = [...Array.from({ length: 2_000 }, () => '2015-05-14'), '2015-05-27'];
    expect(shiftToRecent(found, '2015-05-20')).toEqual({ days: 6, latest: '2015-05-20' });
  });
});
