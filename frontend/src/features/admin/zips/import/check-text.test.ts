import { expect, test } from 'vitest';
import { checkText, importLabel, nothingText, rowOutcome } from './check-text.ts';
import { countRepeated } from './count-repeated.ts';

test.each([
  [{ created: 1, skipped: 0, repeated: 0, refused: 0 }, '1 row will be added, 0 refused.'],
  [
    { created: 4_000, skipped: 2, repeated: 0, refused: 1 },
    '4,000 rows will be added, 2 skipped because the ZIP code exists, 1 refused.',
  ],
  [
    { created: 1, skipped: 1, repeated: 1, refused: 0 },
    '1 row will be added, 1 skipped because an earlier row has the ZIP code, 0 refused.',
  ],
])('counts what an import of %o does', (counts, text) => {
  expect(checkText(counts)).toBe(text);
});

test('the button counts only the rows that will be added', () => {
  expect(importLabel({ created: 1_200, skipped: 5, repeated: 0, refused: 2 })).toBe('Import 1,200 ZIP Codes');
  expect(importLabel({ created: 1, skipped: 5, repeated: 0, refused: 2 })).toBe('Import 1 ZIP Code');
  expect(importLabel({ created: 0, skipped: 5, repeated: 0, refused: 0 })).toBe('Import');
  expect(importLabel(null)).toBe('Import');
});

test.each([
  [{ created: 0, skipped: 5, repeated: 0, refused: 0 }, 'Nothing will change: all 5 are already there'],
  [{ created: 0, skipped: 1, repeated: 0, refused: 0 }, 'Nothing will change: it is already there'],
  [{ created: 0, skipped: 5, repeated: 0, refused: 2 }, 'Nothing will change: 5 already there, 2 refused'],
  [{ created: 0, skipped: 0, repeated: 0, refused: 2 }, undefined],
  [{ created: 1, skipped: 5, repeated: 0, refused: 0 }, undefined],
])('an import of %o names its lack of changes', (counts, text) => {
  expect(nothingText(counts)).toBe(text);
});

test('only usable rows repeat another', () => {
  const rows = ['90210', '90211', '90210', '90210'].map((zipCode, at) => ({ zipCode, rowIndex: at + 2 }));
  expect(countRepeated(rows, new Map())).toBe(2);
  expect(countRepeated(rows, new Map([[4, 'Two letters']]))).toBe(1);
});

test('a row of the preview shows its outcome', () => {
  const rows = [
    { rowIndex: 2, zipCode: '90210' },
    { rowIndex: 3, zipCode: '90211' },
    { rowIndex: 4, zipCode: '90211' },
    { rowIndex: 5, zipCode: '9' },
  ];
  const check = { refusals: new Map([[5, 'Five digits']]), skipped: new Set([2, 4]) };
  expect(rows.map(row => rowOutcome(row, rows, check).text)).toEqual([
    'Already there, stays as it is',
    'Will be added',
    'Repeated, skipped',
    'Five digits',
  ]);
});
