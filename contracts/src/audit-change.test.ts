import { expect, test } from 'vitest';
import { changeOf, decodeChanges, encodeChanges, withoutSecrets } from './audit-change.ts';

test('a change has its values as short text', () => {
  expect(changeOf('priceNote', 50, 60)).toEqual({ field: 'priceNote', from: '50', to: '60' });
  expect(changeOf('isAvailable', true, false)).toEqual({ field: 'isAvailable', from: 'yes', to: 'no' });
  expect(changeOf('value', '', 'a\nb')).toEqual({ field: 'value', from: '', to: 'a b' });
  expect(changeOf('bannedUntil', null, undefined)).toEqual({ field: 'bannedUntil' });
  const { to = '' } = changeOf('question', null, `${'x'.repeat(98)}😀${'x'.repeat(98)}`);
  expect([to.length, to.at(-1), to.isWellFormed()]).toEqual([100, '…', true]);
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
  encodeURIComponent(`[{"field":"value","to":"${'x'.repeat(101)}"}]`),
  encodeChanges(Array.from({ length: 13 }, () => changeOf('answer'))),
])('the header %j is none of ours', header => {
  expect(decodeChanges(header)).toEqual([]);
});

test.each([
  ['https://example.com/hook', 'https://example.com/hook'],
  ['https://user:canary@example.com:8443/hook', 'https://example.com:8443/hook'],
  ['https://example.com/hook?token=canary#canary', 'https://example.com/hook?…'],
  ['https://hooks.slack.com/services/T1/B2/canarycanarycanary', 'https://hooks.slack.com/services/T1/B2/…'],
  ['canary', '…'],
  ['', ''],
])('of the address %s the log has %s', (address, kept) => {
  expect(withoutSecrets(address)).toBe(kept);
});
