import { expect, test } from 'vitest';
import { lastWords } from './last-words.ts';

test('the frames of a stack are left out', () => {
  const text = 'begun\nError: no such key\n    at read (file.ts:3:1)\n\tat Main.main(Main.java)\n\n';
  expect(lastWords(text)).toEqual(['begun', 'Error: no such key']);
});

test('only the last lines are told', () => {
  expect(lastWords('one\ntwo\nthree\n', 2)).toEqual(['two', 'three']);
});
