import { expect, test } from 'vitest';
import { decideRefresh, type RefreshToken } from './refresh-tokens.ts';

const now = new Date('2026-11-21T12:00:00Z');
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const token = (id: number, parentId: number | null, revokedAt: Date | null = null): RefreshToken => ({
  id,
  parentId,
  revokedAt,
});

test('the active token is rotated', () => {
  expect(decideRefresh(token(3, 2), token(3, 2), now, 10)).toBe('rotate');
});

test('an older token that is not revoked is rotated', () => {
  expect(decideRefresh(token(2, 1), token(3, 1), now, 10)).toBe('rotate');
});

test('the parent of the active token repeats after a day', () => {
  expect(decideRefresh(token(2, 1, secondsAgo(86_400)), token(3, 2), now, 10)).toBe('repeat');
});

test('a grandparent just revoked branches', () => {
  expect(decideRefresh(token(1, null, secondsAgo(10)), token(3, 2), now, 10)).toBe('branch');
});

test('a grandparent revoked long ago is a theft', () => {
  expect(decideRefresh(token(1, null, secondsAgo(11)), token(3, 2), now, 10)).toBe('theft');
});

test('any token of an ended chain is a theft', () => {
  expect(decideRefresh(token(3, 2, now), undefined, now, 10)).toBe('theft');
});
