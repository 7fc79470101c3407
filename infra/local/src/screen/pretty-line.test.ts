import { expect, test } from 'vitest';
import { prettyLine } from './pretty-line.ts';

test('a log line shows message and facts, not plumbing', () => {
  const line = JSON.stringify({ level: 30, time: 1, name: 'auth', requestId: 'r', msg: 'ready', port: 8101 });
  expect(prettyLine(line)).toBe('ready port=8101');
});

test('an error shows its level and its reason', () => {
  const line = JSON.stringify({
    level: 50,
    msg: 'request failed',
    err: { type: 'E', message: 'no such ZIP' },
  });
  expect(prettyLine(line)).toBe('ERROR request failed (no such ZIP)');
});

test('anything but JSON stays as it is', () => {
  expect(prettyLine('plain words')).toBe('plain words');
});
