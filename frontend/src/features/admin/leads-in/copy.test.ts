import { expect, test } from 'vitest';
import {
  blankText,
  checkedText,
  deliverText,
  formatText,
  inSentence,
  monthRowsText,
  nameOfSource,
  rejectsAfterUndo,
  senderOf,
  undoneText,
  withoutPrice,
} from './copy.ts';

const csv = {
  container: 'none',
  entry: null,
  kind: 'csv',
  encoding: 'windows-1252',
  delimiter: ';',
  headerLine: 2,
  mapping: null,
  dateOrder: 'month-first',
} as const;

test.each([
  [csv, 'CSV, Windows-1252, separated by semicolons, header in line 2, dates month first'],
  [
    { ...csv, container: 'zip', entry: 'a.csv', mapping: 'Redfin download', dateOrder: 'day-first' },
    "CSV 'a.csv' in a zip file, Windows-1252, separated by semicolons, header in line 2, recognized as 'Redfin download', dates day first",
  ],
  [
    {
      ...csv,
      container: 'xlsx',
      entry: 'Sales',
      kind: 'sheet',
      encoding: null,
      delimiter: null,
      dateOrder: 'mixed',
    },
    "Excel workbook, sheet 'Sales', header in row 2, dates in both orders",
  ],
  [
    { ...csv, container: 'gzip', kind: 'ndjson', encoding: 'utf-8', delimiter: null, headerLine: null },
    'NDJSON in a gzip file, UTF-8, dates month first',
  ],
] as const)('the form of a file is described: %#', (format, text) => {
  expect(formatText(format)).toBe(text);
});

test('rows and lines are counted rightly', () => {
  expect(checkedText(1, 0)).toBe('1 row can be delivered, 0 rejected');
  expect(checkedText(12_000, 1)).toBe('12,000 rows can be delivered, 1 rejected');
  expect([1, 2].map(blankText)).toEqual(['1 blank line was skipped.', '2 blank lines were skipped.']);
  expect([1, 2].map(withoutPrice)).toEqual([
    '1 of the accepted rows has no disclosed price.',
    '2 of the accepted rows have no disclosed price.',
  ]);
});

test.each([
  [{ sender: 'key', source: 'nightly' } as const, "Ingestion key 'nightly'", "the ingestion key 'nightly'"],
  [{ sender: 'feed', source: 'Example MLS' } as const, 'Feed of Example MLS', 'the feed of Example MLS'],
  [{ sender: 'admin', source: 'ann@example.com' } as const, 'ann@example.com', 'ann@example.com'],
  [{ sender: null, source: '' }, 'Deleted', 'Deleted'],
])('the sender %o is named', (batch, alone, inside) => {
  expect(senderOf(batch)).toBe(alone);
  expect(inSentence(senderOf(batch))).toBe(inside);
});

test('a source is named with the facts that decide', () => {
  const source = { name: 'Example MLS', kind: 'file' as const, isValid: true };
  expect(nameOfSource(source)).toBe('Example MLS');
  expect(nameOfSource({ ...source, kind: 'key' })).toBe('Example MLS (sends with an ingestion key)');
  expect(nameOfSource({ ...source, kind: 'key', isValid: false })).toBe(
    'Example MLS (sends with an ingestion key, license ended)',
  );
});

test('the button names that there are warnings', () => {
  expect([deliverText(6, false), deliverText(1, true)]).toEqual(['Deliver 6 rows', 'Deliver 1 row anyway']);
});

test.each([
  [
    { removed: 12, restored: 30, kept: 3 },
    '12 closings removed, 30 restored, 3 kept because a later delivery reported them',
  ],
  [
    { removed: 1, restored: 0, kept: 1 },
    '1 closing removed, 0 restored, 1 kept because a later delivery reported it',
  ],
  [{ removed: 1_200, restored: 0, kept: 0 }, '1,200 closings removed, 0 restored'],
  [
    { removed: 2, restored: 3, kept: 0, agents: { removed: 1, restored: 2, kept: 4 } },
    '2 closings removed, 3 restored · 1 agent removed, 2 restored',
  ],
])('an undo of %o is described', (counts, text) => {
  expect(undoneText(counts)).toBe(text);
});

test('the deliveries of a month name their rows, and those that were undone', () => {
  expect(monthRowsText('2026-11-01', 3, { accepted: 1_240, undone: 200 })).toBe(
    '3 in November 2026 (UTC): 1,240 rows accepted, of which 200 were undone',
  );
  expect(monthRowsText('2026-11-01', 1, { accepted: 1, undone: 0 })).toBe(
    '1 in November 2026 (UTC): 1 row accepted',
  );
});

test('an undo names what becomes of rejected rows', () => {
  const [own, repaired] = rejectsAfterUndo(12);
  expect(own).toMatch(/^Its 12 rejected rows are no longer open\. .* “Delivery undone”/);
  expect(repaired).toBe('A rejected row of an earlier delivery that this one repaired is open again.');
  expect(rejectsAfterUndo(1)[0]).toMatch(/^Its rejected row is no longer open\./);
  expect(rejectsAfterUndo(0)[0]).toBe('It has no rejected rows.');
});
