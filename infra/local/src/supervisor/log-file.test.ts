import { expect, test } from 'vitest';
import { lastLines, prettyLine } from './log-file.ts';

test('the frames of a stack are left out', () => {
  const text = 'begun\nError: no such key\n    at read (file.ts:3:1)\n\tat Main.main(Main.java)\n\n';
  expect(lastLines(text)).toEqual(['begun', 'Error: no such key']);
});

test('the last lines are shown', () => {
  expect(lastLines('one\ntwo\nthree\n', 2)).toEqual(['two', 'three']);
});

test('a log line shows message and facts, not technical fields', () => {
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

test('a line without JSON is unchanged', () => {
  expect(prettyLine('plain words')).toBe('plain words');
});
