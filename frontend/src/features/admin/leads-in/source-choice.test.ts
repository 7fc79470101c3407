import { expect, test } from 'vitest';
import { sourceChoiceOf, usualSourceId } from './source-choice.ts';

const sourceOf = (id: number, kind: 'key' | 'file' | 'reso') => ({
  id,
  kind,
  name: `${kind} ${id}`,
  isValid: true,
});
const [key, feed] = [sourceOf(1, 'key'), sourceOf(2, 'reso')];
const [early, late] = [sourceOf(3, 'file'), sourceOf(4, 'file')];

test('files are from every source without a feed', () => {
  expect(sourceChoiceOf([key, late, feed, early])).toEqual([late, early, key]);
});

test('the only source of files is chosen by default', () => {
  expect(usualSourceId(sourceChoiceOf([feed, early]))).toBe(early.id);
  expect(usualSourceId(sourceChoiceOf([early, key]))).toBe(early.id);
  expect(usualSourceId(sourceChoiceOf([key]))).toBe(key.id);
  expect(usualSourceId(sourceChoiceOf([early, late]))).toBeNull();
  expect(usualSourceId(sourceChoiceOf([feed]))).toBeNull();
});
