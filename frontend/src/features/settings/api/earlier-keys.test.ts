import type { ApiKey } from '@closingwire/contracts/auth';
import { expect, test } from 'vitest';
import { earlierKeys } from './earlier-keys.ts';

const now = new Date('2026-03-02T08:00:00Z');
const tomorrow = '2026-03-03T08:00:00Z';

const keyOf = (id: string, more: Partial<ApiKey> = {}): ApiKey => ({
  id,
  name: 'CRM',
  prefix: `cw_${id}`,
  createdAt: '2026-03-01T08:00:00Z',
  lastUsedAt: null,
  expiresAt: null,
  ...more,
});

const fresh = keyOf('fresh', { createdAt: '2026-03-02T07:00:00Z' });
const rolled = keyOf('rolled', { expiresAt: tomorrow });

test('a rolled key works on beside the key that replaced it', () => {
  expect(earlierKeys(fresh, [fresh, rolled], now)).toEqual([
    { id: 'rolled', prefix: 'cw_rolled', worksUntil: tomorrow },
  ]);
});

test.each([
  ['the key itself', rolled, rolled],
  ['a later key', rolled, keyOf('later', { createdAt: tomorrow, expiresAt: tomorrow })],
  ['a key of another name', fresh, keyOf('other', { name: 'Sheet', expiresAt: tomorrow })],
  ['a key that was not rolled', fresh, keyOf('lasting')],
  ['a key that has ended', fresh, keyOf('ended', { expiresAt: now.toISOString() })],
])('%s is no earlier key', (_which, key, other) => {
  expect(earlierKeys(key, [fresh, other], now)).toEqual([]);
});
