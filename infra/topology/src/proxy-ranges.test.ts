import { expect, test } from 'vitest';
import { isInRanges, proxyRanges, wrongRange } from './proxy-ranges.ts';

test('commas and spaces separate ranges', () => {
  expect(proxyRanges('10.0.0.0/16, 2001:db8::/32 192.0.2.1')).toEqual([
    '10.0.0.0/16',
    '2001:db8::/32',
    '192.0.2.1',
  ]);
  expect(proxyRanges(undefined)).toEqual([]);
});

test.each([
  '10.0.0.0/33',
  '10.0.0',
  'cdn.example.com',
  '10.0.0.0/8/8',
  '10.0.0.0/',
  '0.0.0.0/0',
  '::/0',
  '128.0.0.0/1',
  'a {',
  '10.0.0.0/0x8',
])('%s is no range to trust', range => {
  expect(wrongRange(['192.0.2.1', range])).toBe(range);
});

test('addresses and networks are ranges', () => {
  expect(wrongRange(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', '::1'])).toBeUndefined();
});

test.each([
  ['10.1.2.3', true],
  ['11.1.2.3', false],
  ['192.0.2.1', true],
  ['192.0.2.2', false],
  ['2001:db8::9', true],
  ['2001:db9::9', false],
  ['none', false],
])('whether %s is in the ranges: %s', (address, isIn) => {
  expect(isInRanges(address, ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32'])).toBe(isIn);
});
