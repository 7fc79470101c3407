import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderOf, parseDay } from './day.ts';

const latest = '2026-03-10';

const ninthOfMarch = [
  '2026-03-09',
  '2026-3-9',
  '2026/03/09',
  '2026.03.09',
  '2026-03-09T23:30:00-08:00',
  '2026-03-09 00:00:00',
  '2026-03-09 00:00:00+00',
  '2026-03-09T00:00:00.000',
  '2026-03-09Z',
  '2026-03-09-08:00',
  '2026 03 09',
  '20260309',
  '20260309 00:00:00',
  '03092026',
  '20260309T000000',
  '20260309T000000Z',
  '3/9/2026',
  '03/09/2026',
  '3-9-2026',
  '3.9.2026',
  '3 / 9 / 2026',
  'Sold 3/9/2026',
  'SOLD MAR 9, 2026',
  '3/9/26',
  '03/09/2026 12:00:00 AM',
  '3/9/2026 0:00',
  '03/09/2026 15:09',
  'March-9-2026',
  'March 9, 2026',
  'Mar 9 2026',
  'Mar. 9th, 2026',
  'MARCH 09 2026',
  '9-Mar-2026',
  '09-MAR-26',
  '9 March 2026',
  '9th of March 2026',
  'Mar 9, 2026 at 12:00 AM',
  'Mon Mar 09 00:00:00 PST 2026',
  '2026-Mar-09',
  'Mon, 9 Mar 2026',
  'Monday, March 9, 2026',
  '9 Mar 2026 12:00 PM',
  'Mon Mar 09 2026 00:00:00 GMT-0800 (Pacific Standard Time)',
  '46090',
  '46090.5',
  '1773014400',
  '1773014400000',
  '/Date(1773014400000)/',
  '/Date(1773014400000-0800)/',
];

test('a compact day with the day first is proven by itself', () => {
  expect(parseDay('25022026', latest, 'day-first')).toBe('2026-02-25');
  expect(orderOf('25022026', latest)).toEqual({ order: 'day-first', isProof: true });
  expect(orderOf(`3/9/2026 1${' '.repeat(60_000)}x`, latest)).toBeUndefined();
});

describe('a day', () => {
  test.each(ninthOfMarch)('is read from %s', text => {
    expect(parseDay(text, latest)).toBe('2026-03-09');
  });

  test.each([
    '',
    '2026',
    '2026-03',
    'March 2026',
    '2026-02-30',
    '13/13/2026',
    '3/9',
    '1234',
    '12345678901',
    '99999',
    'yesterday',
    '2026-03-09-01',
    '3/9-2026',
    'Marchioness 9 2026',
    '20261309',
  ])('is not read from %j', text => {
    expect(parseDay(text, latest)).toBeUndefined();
  });

  test('of two digits is in the past', () => {
    expect(parseDay('3/9/99', latest)).toBe('1999-03-09');
    expect(parseDay('28-Jun-18', latest)).toBe('2018-06-28');
  });

  test('is read day first on request', () => {
    expect(parseDay('9/3/2026', latest, 'day-first')).toBe('2026-03-09');
    expect(parseDay('3/13/2026', latest, 'day-first')).toBeUndefined();
    expect(parseDay('2026-03-09', latest, 'day-first')).toBe('2026-03-09');
    expect(parseDay('9/3/2026', latest, 'mixed')).toBeUndefined();
    expect(parseDay('3/13/2026', latest, 'mixed')).toBe('2026-03-13');
    expect(parseDay('13/3/2026', latest, 'mixed')).toBe('2026-03-13');
    expect(parseDay('3/3/2026', latest, 'mixed')).toBe('2026-03-03');
  });

  const days = fc.date({ min: new Date('1954-10-03'), max: new Date('2026-03-10'), noInvalidDate: true });
  const forms: ((date: Date) => string)[] = [
    date => date.toISOString(),
    date => date.toISOString().slice(0, 10).replaceAll('-', ''),
    date => `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()} 0:00`,
    date => date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
    date => date.toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' }),
    date => date.toUTCString(),
    date => String(Math.floor(date.getTime() / 86_400_000) + 25_569),
  ];

  test('is the same in every form', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...forms), (date, form) => {
        expect(parseDay(form(date), latest)).toBe(date.toISOString().slice(0, 10));
      }),
    );
  });
});

describe('the order of day and month', () => {
  test.each([
    ['2/13/2026', { order: 'month-first', isProof: true }],
    ['13/2/2026', { order: 'day-first', isProof: true }],
    ['13-02-2026 00:00', { order: 'day-first', isProof: true }],
    ['31/12/2026', { order: 'day-first', isProof: true }],
    ['4/3/2026', { order: 'day-first', isProof: false }],
    ['3/4/2026', { order: 'month-first', isProof: false }],
    ['5/6/2026', 'open'],
    ['2/3/2026', 'open'],
    ['3/3/2026', undefined],
    ['2026-02-13', undefined],
    ['13/13/2026', undefined],
    ['Mar 9 2026', undefined],
  ])('is shown by %s', (text, evidence) => {
    expect(orderOf(text, latest)).toEqual(evidence);
  });
});
