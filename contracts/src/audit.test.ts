import { expect, test } from 'vitest';
import { changeOf, decodeChanges, encodeChanges, withoutSecrets } from './audit.ts';

test('a change has its values as short text', () => {
  expect(changeOf('priceNote', 50, 60)).toEqual({ field: 'priceNote', from: '50', to: '60' });
  expect(changeOf('isAvailable', true, false)).toEqual({ field: 'isAvailable', from: 'yes', to: 'no' });
  expect(changeOf('value', '', 'a\nb')).toEqual({ field: 'value', from: '', to: 'a b' });
  expect(changeOf('bannedUntil', null, undefined)).toEqual({ field: 'bannedUntil' });
  const { to = '' } = changeOf('question', null, `${'x'.repeat(98)}😀${'x'.repeat(98)}`);
  expect([to.length, to.at(-1), to.isWellFormed()]).toEqual([100, '…', true]);
});

test('values that differ only after the cut are different', () => {
  const long = (end: string) => `${'x'.repeat(200)}${end}`;
  expect(changeOf('question', long('a'), long('b'))).toEqual({ field: 'question' });
  expect(changeOf('priceNote', 50, 50)).toEqual({ field: 'priceNote', from: '50', to: '50' });
});

test('an address is not cut', () => {
  const address = `${'a'.repeat(200)}@example.com`;
  expect(changeOf('email', address, 'b@example.com').from).toBe(address);
});

test('the longest name does not cut the prefix of a key', () => {
  const key = `${'n'.repeat(100)} (cw_12345678…)`;
  expect(changeOf('apiKey', key).from).toBe(key);
});

test('changes pass through a header', () => {
  const changes = [changeOf('value', 'é"%', '→'), changeOf('answer')];
  const header = encodeChanges(changes);
  expect(header).toMatch(/^[\w%.~!*'()-]+$/);
  expect(decodeChanges(header)).toEqual(changes);
});

test.each([
  '',
  '%',
  'x',
  '{}',
  encodeURIComponent('[{"field":"password","to":"x"}]'),
  encodeURIComponent(`[{"field":"value","to":"${'x'.repeat(255)}"}]`),
  encodeChanges(Array.from({ length: 13 }, () => changeOf('answer'))),
])('the header %j is not accepted', header => {
  expect(decodeChanges(header)).toEqual([]);
});

test.each([
  ['https://example.com/hook', 'https://example.com/hook'],
  ['https://user:canary@example.com:8443/hook', 'https://example.com:8443/hook'],
  ['https://example.com/hook?token=canary#canary', 'https://example.com/hook?…'],
  ['https://hooks.slack.com/services/T1/B2/canarycanarycanary', 'https://hooks.slack.com/services/…'],
  ['https://hooks.zapier.com/hooks/catch/1234567/canary/', 'https://hooks.zapier.com/hooks/…'],
  ['https://hook.eu1.make.com/canarycanarycanary', 'https://hook.eu1.make.com/…'],
  ['canary', '…'],
  ['', ''],
])('of the address %s the log has %s', (address, kept) => {
  expect(withoutSecrets(address)).toBe(kept);
});
