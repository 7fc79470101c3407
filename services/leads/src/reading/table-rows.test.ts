import { AppError } from '@closingwire/chassis/app-error';
import { describe, expect, test } from 'vitest';
import { tableReader } from './table-rows.ts';

/** Returns the refusal of a table, and the number of lines read before it. */
function refused(lines: readonly (readonly string[])[]) {
  const reader = tableReader({});
  let read = 0;
  try {
    for (const [index, cells] of lines.entries()) {
      read++;
      reader.take({ line: index + 1, cells });
    }
    reader.end();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, detail: error.detail, read };
    throw error;
  }
  throw new Error('Expected a refusal');
}

const header = ['Contact person', 'Property Address', 'ZIP', 'Sold Date'];
const cellsOf = (n: number) => [`Ann ${n}`, `${n} A St`, '98101', ''];

describe('a header without a required column', () => {
  test('is refused with fields and examples', () => {
    const notice = ['A notice of the portal that is long enough', '', '', ''];
    expect(refused([header, cellsOf(1), notice, [], cellsOf(2)])).toEqual({
      code: 'missing_columns',
      detail: {
        missing: ['full_name'],
        found: header,
        fields: [null, 'address1', 'zip', 'sold_date'],
        notes: [null, null, null, null],
        reasons: {},
        examples: [['Ann 1', 'Ann 2'], ['1 A St', '2 A St'], ['98101'], []],
      },
      read: 5,
    });
  });

  test('is refused without rows, too', () => {
    expect(refused([header]).detail.examples).toEqual([[], [], [], []]);
  });

  test('is refused after at most a hundred rows', () => {
    const rows = Array.from({ length: 1_000 }, (_, n) => cellsOf(n));
    expect(refused([header, ...rows])).toMatchObject({ read: 101, detail: { missing: ['full_name'] } });
  });

  test('is refused once every column has three examples', () => {
    const rows = Array.from({ length: 9 }, (_, n) => header.map(name => `${name} ${n} ${'x'.repeat(99)}`));
    const { read, detail } = refused([header, ...rows]);
    expect(read).toBe(4);
    expect((detail.examples as string[][])[0]?.[0]).toHaveLength(81);
  });
});

test('a known file explains its columns, and why it lacks one', () => {
  const county = ['id', 'date', 'price', 'sqft_living', 'sqft_lot', 'zipcode'];
  expect(refused([county]).detail).toMatchObject({
    missing: ['full_name'],
    fields: ['address1', 'sold_date', 'price', 'sqft', 'lot_size_acres', 'zip'],
    notes: ['Parcel number, used in place of the address', null, null, null, null, null],
    reasons: { full_name: 'public records name no agents' },
  });
});

test('repeated columns are refused with examples', () => {
  const twice = ['full_name', 'address1', 'zip', 'sold_date', 'sqft', 'Square Feet'];
  const cells = ['Ann', '1 A St', '98101', '3/9/2026', '1200', '1300'];
  expect(refused([twice, cells])).toMatchObject({
    code: 'repeated_columns',
    detail: { columns: [5, 6], examples: [['Ann'], ['1 A St'], ['98101'], ['3/9/2026'], ['1200'], ['1300']] },
  });
});

test('the header again and the end of a DOS file are no rows', () => {
  const known = ['full_name', 'address1', 'zip', 'sold_date'];
  const reader = tableReader({});
  const lines = [known, cellsOf(1), known, cellsOf(2), ['\u001a']];
  const rows = lines.flatMap((cells, index) => reader.take({ line: index + 1, cells }));
  expect([...rows, ...reader.end()].map(({ line }) => line)).toEqual([2, 4]);
  expect(reader.facts).toMatchObject({ notices: [{ line: 3 }], blankLines: 1 });
});

test('lines drawn below a header and sums below a table are no rows', () => {
  const known = ['full_name', 'address1', 'zip', 'sold_date'];
  const reader = tableReader({});
  const legal = ['Information is deemed reliable', ' Example MLS'];
  const lines = [
    known,
    ['---', ':--', '---+---'],
    cellsOf(1),
    ['(1 row)'],
    ['Total', '', '', '600000'],
    legal,
  ];
  const rows = lines.flatMap((cells, index) => reader.take({ line: index + 1, cells }));
  expect([...rows, ...reader.end()].map(({ line }) => line)).toEqual([3]);
  expect(reader.facts.notices.map(({ line }) => line)).toEqual([4, 5, 6]);
});

test('a row whose name begins like a sum is a row', () => {
  const reader = tableReader({});
  const lines = [
    ['Brokerage', 'full_name', 'address1', 'zip', 'sold_date'],
    ['Total Realty', ...cellsOf(1)],
  ];
  const rows = lines.flatMap((cells, index) => reader.take({ line: index + 1, cells }));
  expect([...rows, ...reader.end()]).toHaveLength(1);
});

test.each([
  ['Active', "Expected a sale; got Status 'Active'"],
  ['Pending', "Expected a sale; got Status 'Pending'"],
  ['Contingent - Show', "Expected a sale; got Status 'Contingent - Show'"],
  ['ActiveUnderContract', "Expected a sale; got Status 'ActiveUnderContract'"],
  ['FOR_SALE', "Expected a sale; got Status 'FOR_SALE'"],
  ['Sold', undefined],
  ['C', undefined],
  ['', undefined],
])('a row with the status %j: %s', (status, problem) => {
  const reader = tableReader({});
  reader.take({ line: 1, cells: ['full_name', 'address1', 'zip', 'sold_date', 'Status'] });
  const [row] = reader.take({ line: 2, cells: [...cellsOf(1), status] });
  expect(row?.problem).toBe(problem);
  expect(reader.facts.columns?.noteOf[4]).toBe('Decides which rows are sales');
});

test('a status that a mapping ignores decides nothing', () => {
  const reader = tableReader({ Status: null });
  reader.take({ line: 1, cells: ['full_name', 'address1', 'zip', 'sold_date', 'Status'] });
  const [row] = reader.take({ line: 2, cells: [...cellsOf(1), 'Active'] });
  expect(row?.problem).toBeUndefined();
});
