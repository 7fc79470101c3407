import { expect, it } from 'vitest';
import { describeKind, freeKind } from './dot.ts';

it('a dot names a ZIP with few homes, free or not', () => {
  expect(freeKind({ special: 'po_box' })).toBe('fewHomes');
  expect(describeKind({ kind: 'fewHomes', special: 'po_box' })).toBe('PO boxes. Free, few or no homes');
  expect(describeKind({ kind: 'taken', special: 'unique' })).toBe('One organization. Taken');
});

it('a dot of a standard ZIP names its state alone', () => {
  expect(freeKind({})).toBe('free');
  expect(describeKind({ kind: 'free' })).toBe('Free');
});
