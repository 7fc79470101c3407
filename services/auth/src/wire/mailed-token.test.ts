import { expect, test } from 'vitest';
import { secondsToWait } from './mailed-token.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

test.each([
  ['the first mail does not wait', null, 0],
  ['a mail right after another waits a minute', ago(0), 60],
  ['a part of a second is rounded up', ago(58_500), 2],
  ['a mail after a minute does not wait', ago(60_000), 0],
] as const)('%s', (_title, sentAt, seconds) => {
  expect(secondsToWait(sentAt, 60, now)).toBe(seconds);
});
