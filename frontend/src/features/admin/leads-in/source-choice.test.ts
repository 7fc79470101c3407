import { expect, test } from 'vitest';
import { lastMappingOf, sourceChoiceOf, usualSourceId } from './source-choice.ts';

const sourceOf = (id: number, kind: 'key' | 'file' | 'reso') => ({
  id,
  kind,
  name: `${kind} ${id}`,
  isValid: true,
  lastMapping: { [`Agent ${id}`]: 'full_name' },
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

test('a file begins with the columns of the last one of its source', () => {
  expect(lastMappingOf([early, late], late.id)).toBe(late.lastMapping);
  expect(lastMappingOf([early, late], null)).toEqual({});
});
