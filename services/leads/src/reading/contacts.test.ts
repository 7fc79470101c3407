import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFlat } from '../../test/flat-lead.ts';
import { parseEmails } from './email.ts';
import { parsePhones } from './phone.ts';

const whole = { fullName: 'Ann', address1: '1 Elm St', zip: '98030', soldDate: '2026-03-09' };

const usualPhones = [
  '(206) 555-0142',
  '206-555-0142',
  '206.555.0142',
  '2065550142',
  '+1 206 555 0142',
  '12065550142',
  '1-206-555-0142',
  '2065550142.0',
  '2.065550142E9',
  '2,065,550,142',
  '206/555-0142',
  '206_555_0142',
  '0012065550142',
  "['2065550142']",
  'Cell: 206-555-0142',
  '206-555-0142 (office)',
  '206 555-0142',
  'tel:+1-206-555-0142',
];

describe('a phone number', () => {
  test.each(usualPhones)('is read from %s', text => {
    expect(parsePhones(text)).toEqual([{ number: '(206) 555-0142' }]);
  });

  test.each([
    '206-555-0142 x12',
    '2065550142 ext. 12',
    '(206) 555-0142 Ext 12',
    '206-555-0142 extension 12',
    '206-555-0142,,12',
    '206-555-0142 #12',
  ])('has its extension apart: %s', text => {
    expect(parsePhones(text)).toEqual([{ number: '(206) 555-0142', extension: '12' }]);
  });

  test.each([
    '206-555-0142 / 307-555-0001',
    '206-555-0142; 307-555-0001',
    '(206) 555-0142, (307) 555-0001',
    '206-555-0142 or 307-555-0001',
    '206-555-0142\\n307-555-0001'.replace('\\n', '\n'),
    "[{'number': '2065550142', 'type': 'Mobile'}, {'number': '3075550001'}]",
    '206-555-0142/307-555-0001/2065550142',
    'C: 206-555-0142 O: 307-555-0001',
    '2065550142 3075550001',
    'Cell 206-555-0142, Office 307-555-0001, Fax 307-555-0002',
  ])('is one of several: %j', text => {
    expect(parsePhones(text).map(({ number }) => number)).toEqual(['(206) 555-0142', '(307) 555-0001']);
  });

  test.each([
    '2.06555E+09',
    '2.1E9',
    '555-0142',
    '555',
    '(155) 555-0142',
    '1234567890',
    'call me',
    'x12',
    '20655501',
  ])('is not read from %s', text => {
    expect(parsePhones(text)).toEqual([]);
  });

  test.each([
    ['+44 20 7946 0018', '+44 20 7946 0018'],
    ['0044 20 7946 0018', '+44 20 7946 0018'],
    ['011 44 20 7946 0018', '+44 20 7946 0018'],
    ['0052 5512345678', '+52 55 1234 5678'],
    ['+52 55 1234 5678', '+52 55 1234 5678'],
  ])('of another country is written internationally: %s', (text, number) => {
    expect(parsePhones(text)).toEqual([{ number }]);
  });

  test('reads back what it writes', () => {
    const digits = fc.tuple(
      fc.integer({ min: 200, max: 999 }),
      fc.integer({ min: 200, max: 999 }),
      fc.integer({ min: 0, max: 9999 }),
    );
    fc.assert(
      fc.property(digits, ([area, exchange, line]) => {
        const number = `(${area}) ${exchange}-${String(line).padStart(4, '0')}`;
        expect(parsePhones(number.replace(/\D/g, ''))).toEqual([{ number }]);
        expect(parsePhones(number)).toEqual([{ number }]);
      }),
    );
  });
});

describe('an email address', () => {
  test.each([
    ['a@example.com', ['a@example.com']],
    ['mailto:a@example.com', ['a@example.com']],
    ['mailto:a@example.com?subject=Hi', ['a@example.com']],
    ['Jane Roe <a@example.com>', ['a@example.com']],
    ['"Roe, Jane" <a@example.com>', ['a@example.com']],
    ['a@example.com; b@example.com', ['a@example.com', 'b@example.com']],
    ['a@example.com, b@example.com', ['a@example.com', 'b@example.com']],
    ['a@example.com/b@example.com', ['a@example.com', 'b@example.com']],
    ['a@example.com b@example.com', ['a@example.com', 'b@example.com']],
    ['a@example.com;a@example.com', ['a@example.com']],
    ["['a@example.com']", ['a@example.com']],
    ['a@example.com.', ['a@example.com']],
    ['rené@exämple.com', ['rené@exämple.com']],
  ])('is read from %j', (text, addresses) => {
    expect(parseEmails(text)).toEqual(addresses);
  });

  test.each([
    'ada at example.com',
    'a@b',
    '@example.com',
    'a@',
    'a@@example.com',
    'none',
    'a@example..com',
    '.a@example.com',
  ])('is not read from %j', text => {
    expect(parseEmails(text)).toEqual([]);
  });
});

test.each([
  [
    'mobile',
    "[{'number': '2065550142', 'type': 'Mobile', 'primary': True, 'ext': None}]",
    '(206) 555-0142',
    [],
  ],
  [
    'phone',
    Array.from({ length: 9 }, (_, n) => `206-555-01${n + 10}`).join(' / '),
    '(206) 555-0110',
    Array.from({ length: 8 }, (_, n) => `(206) 555-01${n + 11}`),
  ],
])('a long cell of %s is read in full', (field, cell, first, others) => {
  const notes: string[] = [];
  const lead = readFlat({ ...whole, [field]: cell }, '2026-03-10', notes);
  expect(lead).toMatchObject({ [field]: first });
  expect(lead.otherPhones ?? []).toEqual(others);
  expect(notes.filter(note => note.includes('Expected'))).toEqual([]);
});

test('an email that is too long is not one of several', () => {
  const long = `${'x'.repeat(250)}@example.com`;
  expect(readFlat({ ...whole, email: `${long}; ann@example.com` })).toMatchObject({
    email: 'ann@example.com',
  });
  expect(readFlat({ ...whole, email: long })).toMatchObject({ email: null });
});
