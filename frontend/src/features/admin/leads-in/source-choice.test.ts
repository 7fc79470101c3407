import { expect, test } from 'vitest';
import { sourceChoiceOf } from './source-choice.ts';

const sourceOf = (id: number, kind: 'key' | 'file' | 'reso') => ({
  id,
  kind,
  name: `${kind} ${id}`,
  isValid: true,
});
const [key, feed] = [sourceOf(1, 'key'), sourceOf(2, 'reso')];
const [early, late] = [sourceOf(3, 'file'), sourceOf(4, 'file')];

test('a single source of files leaves no choice', () => {
  expect(sourceChoiceOf([])).toBeUndefined();
  expect(sourceChoiceOf([key, feed, early])).toBeUndefined();
});

test('files are from every source without a feed', () => {
  expect(sourceChoiceOf([late, feed, early, key])).toEqual({
    sources: [late, early, key],
    defaultId: early.id,
  });
});
