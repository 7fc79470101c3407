import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { streamed } from '../../test/unpacked.ts';
import { mayHaveNumericDays, surveyFile } from './survey-file.ts';

const header = 'full_name,address1,city,state,zip,sold_date';
const fileOf = (...days: string[]) =>
  [header, ...days.map(day => `Ann,1 Elm St,Kent,WA,98030,${day}`)].join('\n');
/** More than what one read contains, so that the last day is not in the first rows. */
const many = (day: string) => Array.from({ length: 5_000 }, () => day);

function survey(text: string | Buffer, order?: 'day-first') {
  const body = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(body.length / 65_536) }, (_, at) =>
    body.subarray(at * 65_536, (at + 1) * 65_536),
  );
  return surveyFile(() => streamed(...pieces), { mapping: {}, latest: '2026-03-19', order });
}

describe('the order of day and month', () => {
  test.each([
    ['a first row', fileOf('12/31/2025'), 'month-first', 'proven'],
    ['a last row', fileOf(...many('1/2/2026'), '31/12/2025'), 'day-first', 'proven'],
    ['a last row after ISO days', fileOf(...many('2026-01-02'), '31/12/2025'), 'day-first', 'proven'],
    ['packed rows', gzipSync(fileOf(...many('2026-01-02'), '31/12/2025')), 'day-first', 'proven'],
    [
      'UTF-16',
      Buffer.from(`\ufeff${fileOf(...many('2026-01-02'), '31.12.25')}`, 'utf16le'),
      'day-first',
      'proven',
    ],
    ['no row', fileOf(...many('1/2/2026')), 'month-first', 'assumed'],
    ['days without two orders', fileOf(...many('2026-01-02')), 'month-first', 'no-days'],
  ])('is decided by %s', async (_, text, order, orderBasis) => {
    expect(await survey(text)).toMatchObject({ order, orderBasis });
  });

  test('may be given', async () => {
    expect(await survey(fileOf('12/31/2025'), 'day-first')).toMatchObject({
      order: 'day-first',
      orderBasis: 'given',
    });
  });

  test.each([
    ['the day first', ['31/12/2025', ...many('1/2/2026'), '12/31/2025'], 5_003, 2],
    ['the month first', ['12/31/2025', ...many('1/2/2026'), '31/12/2025'], 2, 5_003],
  ])('is mixed if both are proven, %s', async (_, days, monthLine, dayLine) => {
    expect(await survey(fileOf(...days))).toMatchObject({
      order: 'mixed',
      orderBasis: 'proven',
      bothOrders: `'12/31/2025' in line ${monthLine} has the month first, '31/12/2025' in line ${dayLine} has the day first`,
    });
  });
});

describe('a file', () => {
  test.each([
    ['nothing', '', 'empty_file'],
    ['a header alone', header, 'empty_file'],
    ['packed, with a header alone', gzipSync(header), 'empty_file'],
    ['cut off', gzipSync(fileOf(...many('2026-01-02'))).subarray(0, -20), 'broken_gzip'],
    ['a PDF document', '%PDF-1.7 etc.', 'unknown_container'],
    ['no leads', '[{', 'invalid_body'],
    ['columns without a ZIP code', 'full_name,address1,sold_date\nAnn,1 Elm St,1/2/2026', 'missing_columns'],
  ])('is refused if it is %s', async (_, text, code) => {
    await expect(survey(text)).rejects.toMatchObject({ code });
  });

  test('is read as far as its decisions need', async () => {
    expect((await survey(fileOf(...many('2026-01-02')))).rows).toBeUndefined();
    expect((await survey(gzipSync(fileOf(...many('2026-01-02'))))).rows).toBe(5_000);
  });
});

test.each([
  ['1/2/2026', true],
  ['"1\\/2\\/2026"', true],
  ['31.12.25', true],
  ['2026-01-02T00:00:00', false],
  ['(206) 555-0142', false],
  ['206.555.0142', false],
])('numeric days in %j are seen', async (text, isFound) => {
  for (const at of [0, 1, 3, text.length]) {
    expect(await mayHaveNumericDays(streamed(text.slice(0, at), text.slice(at)))).toBe(isFound);
  }
});
