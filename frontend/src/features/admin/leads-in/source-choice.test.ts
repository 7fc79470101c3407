import { expect, test } from 'vitest';
import { onlySourceId, sourceChoiceOf } from './source-choice.ts';

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

test('only a single source is chosen by default', () => {
  expect(onlySourceId(sourceChoiceOf([feed, early]))).toBe(early.id);
  expect(onlySourceId(sourceChoiceOf([early, key]))).toBeNull();
  expect(onlySourceId(sourceChoiceOf([early, late]))).toBeNull();
  expect(onlySourceId(sourceChoiceOf([feed]))).toBeNull();
});
