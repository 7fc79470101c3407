import type { CheckedZip } from '@closingwire/contracts/catalog';
import { expect, test } from 'vitest';
import { freeZips, namesOf, otherGroups } from './groups.ts';

const zip = (zipCode: string, change: Partial<CheckedZip> = {}): CheckedZip => ({
  zipCode,
  city: 'Seattle',
  state: 'WA',
  kind: 'standard',
  standing: 'free',
  ...change,
});

const zips = [
  zip('98101'),
  zip('98102', { standing: 'taken' }),
  zip('98111', { kind: 'po_box' }),
  zip('98112', { kind: 'po_box', standing: 'yours' }),
  zip('98113', { kind: 'po_box' }),
  zip('98195', { kind: 'unique' }),
];
const read = { zipCodes: zips.map(({ zipCode }) => zipCode), repeated: 0, unreadable: [] };
const checked = { read, zips, ordered: new Set(['98113']) };

test('one press adds standard ZIPs alone', () => {
  expect(freeZips(checked).fit.map(({ zipCode }) => zipCode)).toEqual(['98101']);
});

test('free codes without homes are a group of their own, with the remedy', () => {
  const groups = otherGroups(checked);
  expect(groups).toContainEqual({
    title: '2 with few or no homes',
    text: 'They are for PO boxes or one organization. Add them one by one if you want them.',
    codes: ['98111', '98195'],
  });
  expect(groups.map(({ title }) => title)).toEqual([
    '2 with few or no homes',
    '1 taken',
    '1 yours',
    '1 in your order',
  ]);
});

test('standard ZIPs beyond the room of an order are named apart', () => {
  const ordered = new Set(Array.from({ length: 500 }, (_, n) => String(10_000 + n)));
  const { fit, rest, withoutHomes } = freeZips({ zips, ordered });
  expect([fit.length, rest.length, withoutHomes.length]).toEqual([0, 1, 3]);
});

test('a group has all its codes, and names the first eight', () => {
  const codes = Array.from({ length: 40 }, (_, n) => String(98_201 + n));
  const taken = codes.map(zipCode => zip(zipCode, { standing: 'taken' }));
  const groups = otherGroups({
    read: { ...read, zipCodes: codes },
    zips: taken,
    ordered: new Set(),
  });
  expect(groups).toMatchObject([{ title: '40 taken', codes }]);
  expect(groups[0]?.text).toContain("press 'Wait for'");
  expect(namesOf(codes)).toBe('98201, 98202, 98203, 98204, 98205, 98206, 98207, 98208 and 32 more');
});
