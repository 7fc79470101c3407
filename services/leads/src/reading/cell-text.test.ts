import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateText, isoDateText, numberFormat, numberText, plainNumber } from './cell-text.ts';

test.each([
  ['19.989999999999998', '19.99'],
  ['1e-7', '0.0000001'],
  ['-1.25E-10', '-0.000000000125'],
  ['2.06E+09', '2060000000'],
  ['123456789012345680000', '123456789012345680000'],
  ['1e21', '1e+21'],
  ['-0', '0'],
  ['425000.50', '425000.5'],
])('%s is written as %s', (stored, text) => {
  expect(numberText(stored, undefined, false)).toBe(text);
});

test('a plain number reads back the same', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
      const text = plainNumber(value);
      expect(Number(text)).toBe(value === 0 ? 0 : value);
      if (Math.abs(value) < 1e21) expect(text).toMatch(/^-?\d+(\.\d+)?$/);
    }),
  );
});

test.each([
  [1, '1900-01-01'],
  [59, '1900-02-28'],
  [60, undefined],
  [61, '1900-03-01'],
  [46113, '2026-04-01'],
  [46113.999999999, '2026-04-02'],
  [46113.5249, '2026-04-01T12:35'],
  [0.25, '06:00'],
  [0, undefined],
  [-1, undefined],
  [2958465, '9999-12-31'],
  [2958466, undefined],
])('serial %d is %s', (serial, text) => {
  expect(dateText(serial, false)).toBe(text);
});

test('every day of both systems reads as its date', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1462, max: 2_958_465 }), fc.boolean(), (day, is1904) => {
      const date = new Date(Date.UTC(1899, 11, 30 + day)).toISOString().slice(0, 10);
      expect(dateText(is1904 ? day - 1462 : day, is1904)).toBe(date);
    }),
  );
});

test.each([
  [14, undefined, true],
  [22, undefined, true],
  [46, undefined, false],
  [4, undefined, false],
  [164, 'yyyy-mm-dd;@', true],
  [164, '[$-409]mmmm\\ d\\,\\ yyyy;@', true],
  [164, '[Red]#,##0_);"day"', false],
  [164, '"$"#,##0_);[Red]\\("$"#,##0\\)', false],
  [164, '#,##0\\ [$USD]', false],
  [164, '[h]:mm:ss', false],
  [164, 'General', false],
  [164, '0.00E+00', false],
])('format %d %s is a date: %s', (id, code, isDate) => {
  expect(numberFormat(id, code)?.kind === 'date').toBe(isDate);
});

test.each([
  ['00000', '2134', '02134'],
  ['00000', '98101', '98101'],
  ['00000', '981011234', '981011234'],
  ['00000', '2134.5', '2134.5'],
  ['00000', '-5', '-5'],
  ['00000-0000', '21341234', '02134-1234'],
  ['00000\\-0000', '981011234', '98101-1234'],
  ['00000"-"0000', '981011234', '98101-1234'],
  ['00000-0000', '98101', '98101'],
  ['00000-0000', '2134', '02134'],
  ['[<=99999]00000;00000\\-0000', '2134', '02134'],
  ['000-00-0000', '1234', '000-00-1234'],
  ['[<=99999]00000;00000\\-0000', '21341234', '02134-1234'],
  ['[$-409]00000', '2134', '02134'],
  ['0', '7', '7'],
  ['0.00', '7.125', '7.125'],
  ['[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', '2065550123', '2065550123'],
])('%s shows %s as %s', (code, stored, text) => {
  expect(numberText(stored, numberFormat(164, code), false)).toBe(text);
});

test('ISO dates lose seconds and midnight', () => {
  expect(isoDateText('2026-04-01')).toBe('2026-04-01');
  expect(isoDateText('2026-04-01T12:35:59.5')).toBe('2026-04-01T12:35');
  expect(isoDateText('soon')).toBe('soon');
});
