import type { Zip } from '@closingwire/contracts/screen-api';
import { expect, test } from 'vitest';
import { suggestedZips } from './suggested-zips.ts';

const zip = (zipCode: string, kind: Zip['kind'] = 'standard') => ({ id: zipCode, zipCode, kind }) as Zip;
const nothing = { chosen: new Set<string>(), subscribed: new Set<string>() };
const codesOf = (zips: readonly Zip[]) => zips.map(({ zipCode }) => zipCode);

test('ZIPs with homes come first, each group in its order', () => {
  const zips = [zip('73301', 'unique'), zip('73344', 'po_box'), zip('78701'), zip('78702')];
  expect(codesOf(suggestedZips(zips, nothing))).toEqual(['78701', '78702', '73301', '73344']);
});

test('ZIPs of the order and the account are left out', () => {
  const left = { chosen: new Set(['78701']), subscribed: new Set(['78702']) };
  expect(codesOf(suggestedZips([zip('78701'), zip('78702'), zip('78703')], left))).toEqual(['78703']);
});

test('at most ten are suggested', () => {
  const zips = Array.from({ length: 12 }, (_, n) => zip(String(78_701 + n)));
  expect(suggestedZips(zips, nothing)).toHaveLength(10);
});
