import { expect, test } from 'vitest';
import { trialText } from './trial-text.ts';

const now = new Date('2026-11-21T12:00:00Z');

test.each([
  [null, /^Not started$/],
  ['2026-11-21T12:00:00Z', /^Expired .*2026/],
  ['2026-11-22T11:59:00Z', /^Ends .*\(1 day left\)$/],
  ['2026-12-05T12:00:00Z', /^Ends .*\(14 days left\)$/],
])('a trial until %s is in words', (trialExpiresAt, expected) => {
  expect(trialText({ trialExpiresAt }, now)).toMatch(expected);
});
