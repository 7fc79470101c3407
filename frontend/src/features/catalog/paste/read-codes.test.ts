import { expect, test } from 'vitest';
import { readCodes } from './read-codes.ts';

test.each([
  ['98030, 98031-1234; 98032|98033\n98034', ['98030', '98031', '98032', '98033', '98034']],
  ['"02139"\r\n2139\r\n501', ['02139', '00501']],
  ['City,ZIP Code,Homes\nKent,98030,12345\n"Auburn",98001,22222\n', ['98030', '98001']],
  ['zip\n98030\n98001', ['98030', '98001']],
  ['Postal;City\n98030;Kent', ['98030']],
  ['name,zip\n"Smith, Ann",98030\nBo,2139', ['98030', '02139']],
  ['ZIP codes\n78701 78702\n2139', ['78701', '78702', '02139']],
  ['zip,city\n78701\n78702,Austin,,', ['78701', '78702']],
  ['2139 Elm St, Kent, WA 98030', ['98030']],
])('codes are read from %j', (text, expected) => {
  expect(readCodes(text).zipCodes).toEqual(expected);
});

test('repeated codes are counted, other texts are named', () => {
  expect(readCodes('98030 98030-0001 Kent 123456 12')).toEqual({
    zipCodes: ['98030'],
    repeated: 1,
    unreadable: ['Kent', '123456', '12'],
  });
});

test('an empty text has no codes', () => {
  expect(readCodes(' \n')).toEqual({ zipCodes: [], repeated: 0, unreadable: [] });
});

test.each([
  ['ZIP codes:\n78701, 78702', ['ZIP', 'codes:']],
  ['ZIP codes: 78701, 78702', ['ZIP', 'codes:']],
  ['78701 zip\n78702', ['zip']],
  ['zip,78701\n78702', ['zip']],
])('a first line that is no header drops no code of %j', (text, unreadable) => {
  expect(readCodes(text)).toEqual({ zipCodes: ['78701', '78702'], repeated: 0, unreadable });
});
