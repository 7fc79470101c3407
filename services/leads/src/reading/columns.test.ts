import { describe, expect, test } from 'vitest';
import { columnsOf, missingFields } from './columns.ts';

const fieldsOf = (...given: Parameters<typeof columnsOf>) => columnsOf(...given).fieldOf;
const refusal = (...given: Parameters<typeof columnsOf>) => {
  try {
    columnsOf(...given);
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('columns', () => {
  test('are found in any spelling', () => {
    expect(fieldsOf(['full_name', 'Sold Date', 'mlsId', 'lot_size_acres', 'Remarks'], {})).toEqual([
      'fullName',
      'soldDate',
      'mlsId',
      'lotSize',
      undefined,
    ]);
  });

  test('are named by a mapping first', () => {
    expect(fieldsOf(['Agent', 'Phone', 'full_name'], { agent: 'fullName', Phone: 'mobile' })).toEqual([
      'fullName',
      'mobile',
      undefined,
    ]);
  });

  test('are not read if the mapping says so', () => {
    expect(fieldsOf(['full_name', 'City'], { City: null })).toEqual(['fullName', undefined]);
  });

  test('are compared by all their characters', () => {
    const headers = ['SQUARE FEET', '$/SQUARE FEET', '价格', '日期', 'Größe'];
    expect(fieldsOf(headers, { 'SQUARE FEET': 'sqft', 日期: 'soldDate', 价格: 'price' })).toEqual([
      'sqft',
      undefined,
      'price',
      'soldDate',
      undefined,
    ]);
  });

  test('without a meaning may repeat', () => {
    expect(fieldsOf(['zip', 'Notes', 'Notes', '', ''], {})).toEqual([
      'zip',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('are missed by their names', () => {
    const { indexes } = columnsOf(['full_name', 'address1', 'city', 'state'], {});
    expect(missingFields({ indexes, computed: {} }).map(({ name }) => name)).toEqual(['zip', 'soldDate']);
  });
});

describe('two columns for one field', () => {
  test.each([
    [['city', 'City'], {}, "'city' (column 1) and 'City' (column 2)"],
    [['mls_id', 'zip', 'mlsId'], {}, "'mls_id' (column 1) and 'mlsId' (column 3)"],
    [
      ['Sold', 'Closed'],
      { Sold: 'soldDate', Closed: 'soldDate' },
      "'Sold' (column 1) and 'Closed' (column 2)",
    ],
    [['Sold', 'Sold'], { Sold: 'soldDate' }, "'Sold' (column 1) and 'Sold' (column 2)"],
  ] as const)('are refused by their names and places: %j', (headers, mapping, names) => {
    expect(refusal(headers, mapping)).toMatchObject({
      code: 'repeated_columns',
      message: expect.stringContaining(names),
    });
  });

  test.each([
    [['City', 'city'], {}, 'These headers mean the same; rename or delete one of the columns in the file'],
    [['Sold', 'Sold'], { Sold: 'soldDate' }, 'rename or delete one of the columns in the file'],
    [
      ['Sale Price', 'price'],
      {},
      'got \'Sale Price\' (column 1) and \'price\' (column 2). Keep one by a mapping such as {"Sale Price":"price","price":null}',
    ],
  ] as const)('are refused with advice: %j', (headers, mapping, advice) => {
    expect(refusal(headers, mapping)).toMatchObject({ message: expect.stringContaining(advice) });
  });

  test('are one after the mapping of the advice', () => {
    expect(fieldsOf(['Sale Price', 'price'], { 'Sale Price': 'price', price: null })).toEqual([
      'price',
      undefined,
    ]);
  });
});
