import type { DryRunReply } from '@closingwire/contracts/ingestion';
import { expect, test } from 'vitest';
import { daysText, dryRunLines, effectLines } from './report-text.ts';

const reply: DryRunReply = {
  accepted: 350,
  rejected: 3,
  undisclosedPrices: 5,
  droppedCells: 4,
  rejects: [],
  dropped: [],
  agents: { new: 12, changed: 3, same: 335, optedOut: 0 },
  closings: { new: 200, changed: 1, same: 148, optedOut: 1 },
  warnings: [
    {
      code: 'no_contact',
      rows: 350,
      message:
        'No row has an email address or a phone number. Subscribers cannot reach these agents, unless another delivery has their contacts.',
    },
  ],
  report: {
    format: {
      container: 'zip',
      entry: 'sales.csv',
      kind: 'csv',
      encoding: 'windows-1252',
      delimiter: ';',
      headerLine: 3,
      mapping: 'Redfin download',
      dateOrder: 'day-first',
    },
    columns: [
      { header: 'SALE TYPE', field: null, note: null, filled: 353, examples: ['PAST SALE'] },
      {
        header: 'SOLD DATE',
        field: 'sold_date',
        note: null,
        filled: 352,
        examples: ['June-28-2018', 'May-1-2018'],
      },
      {
        header: 'URL (SEE https://example.com/ FOR INFO)',
        field: 'website_url',
        note: 'The page of the sale',
        filled: 1,
        examples: [`https://example.com/${'x'.repeat(90)}`],
      },
      { header: '', field: null, note: null, filled: 0, examples: [] },
    ],
    notices: [{ line: 1, text: 'Sales of \u001b[31mMarch' }],
    blankLines: 1,
    repairs: [
      {
        field: 'ZIP',
        repair: 'Restored the zeros at the beginning of a ZIP code',
        count: 12,
        first: [{ line: 5, from: '2134' }],
      },
    ],
    rejected: [
      {
        field: 'ZIP',
        expected: 'Expected a ZIP code of five digits',
        count: 2,
        first: [
          { line: 7, field: 'ZIP', message: 'Expected a ZIP code of five digits; got "?"' },
          { line: 9, field: 'ZIP', message: 'Expected a ZIP code of five digits' },
        ],
      },
      {
        field: '',
        expected: 'Expected a closing quote',
        count: 1,
        first: [{ line: 11, field: '', message: 'Expected a closing quote' }],
      },
    ],
    dropped: [
      {
        field: 'PRICE',
        expected: 'Expected a number',
        count: 4,
        first: [4, 5, 6].map(line => ({
          line,
          field: 'PRICE',
          message: 'Expected a number; got "a; got b"',
        })),
      },
    ],
  },
};

test('the effects of requests are added up', () => {
  const counts = { new: 1, changed: 2, same: 3 };
  const effects = { agents: counts, closings: { ...counts, new: 4 } };
  expect(effectLines([])).toEqual([]);
  expect(effectLines([effects])).toEqual([
    'Agents     1 new, 2 changed, 3 the same',
    'Closings   4 new, 2 changed, 3 the same',
  ]);
  expect(effectLines([effects, effects])).toEqual([
    'Agents     2 new, 4 changed, 6 the same',
    'Closings   8 new, 4 changed, 6 the same',
    'Sent in 2 requests; an agent in several of them counts in each.',
  ]);
});

test('a dry run is reported for people', () => {
  const days = daysText({ order: 'day-first', orderBasis: 'proven', bothOrders: '' });
  expect(dryRunLines(reply, days)).toMatchInlineSnapshot(`
    [
      "Dry run: nothing is delivered.",
      "",
      "Format     CSV in zip, file 'sales.csv', encoding windows-1252, delimiter semicolon",
      "Header     line 3; ready mapping 'Redfin download'",
      "Days       such as 3/9/2026 have the day first, as the file proves",
      "Rows       353: 350 accepted, 3 rejected; 5 accepted without a price",
      "Agents     12 new, 3 changed, 335 the same, 0 opted out",
      "Closings   200 new, 1 changed, 148 the same, 1 opted out",
      "",
      "Warnings",
      "  ! No row has an email address or a phone number. Subscribers cannot reach these agents, unless",
      "    another delivery has their contacts.",
      "",
      "Columns: field, rows with a value, examples",
      "  SALE TYPE                    not read     100 %  PAST SALE",
      "  SOLD DATE                  → sold_date     99 %  June-28-2018 | May-1-2018",
      "  URL (SEE https://example.… → website_url    1 %  https://example.com/xxxxxxxxxxxxxxxxxxxxxxxxxxxx…",
      "    The page of the sale",
      "",
      "Text around the table: 1",
      "  line 1: Sales of ?[31mMarch",
      "",
      "Repaired",
      "     12  ZIP: Restored the zeros at the beginning of a ZIP code",
      "         line 5 had '2134'",
      "",
      "Cells left out of accepted rows: 4",
      "      4  PRICE: Expected a number",
      "         line 4 got "a; got b"; line 5 got "a; got b"; line 6 got "a; got b"; …",
      "",
      "Rejected rows: 3",
      "      2  ZIP: Expected a ZIP code of five digits",
      "         line 7 got "?"; line 9",
      "      1  Expected a closing quote",
      "         line 11",
    ]
  `);
});

test('a report has lines of at most 100 columns', () => {
  const long = 'a very long sentence about this value '.repeat(9);
  const wide = structuredClone(reply);
  for (const kind of wide.report.dropped) kind.expected = long;
  wide.report.format.entry = 'x'.repeat(200);
  for (const line of dryRunLines(wide, long)) expect(line.length).toBeLessThanOrEqual(100);
});

test('the order of days that no day proves is named as assumed', () => {
  const bothOrders = '';
  expect(daysText({ order: 'month-first', orderBasis: 'assumed', bothOrders })).toBe(
    'such as 3/9/2026 have the month first, but no day in the file proves it; DATES=day-first changes it',
  );
  expect(daysText({ order: 'month-first', orderBasis: 'no-days', bothOrders })).toBeUndefined();
});

test('days in both orders are named with their proofs', () => {
  const bothOrders = "'12/31/2025' in line 3 has the month first, '31/12/2025' in line 9 has the day first";
  expect(daysText({ order: 'mixed', orderBasis: 'proven', bothOrders })).toBe(
    `such as 3/9/2026 are refused, because the file has both orders: ${bothOrders}`,
  );
  expect(daysText({ order: 'mixed', orderBasis: 'given', bothOrders: '' })).toBe(
    'such as 3/9/2026 are refused, as DATES says',
  );
});
