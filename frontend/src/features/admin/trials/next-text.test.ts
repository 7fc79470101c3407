import { expect, test } from 'vitest';
import { nextText } from './next-text.ts';

test('the next email has its time, or the reason that there is none', () => {
  const nextMailAt = '2026-03-18T19:00:00.000Z';
  expect(nextText({ getsNotices: true, nextMailAt })).toMatch(/^Next email Mar 18/);
  expect(nextText({ getsNotices: true, nextMailAt: null })).toBe('No further email.');
  expect(nextText({ getsNotices: false, nextMailAt: null })).toBe('No email: the user gets no notices.');
});
