import { describe, expect, test } from 'vitest';
import { columnsOf, missingColumns } from './csv-rows.ts';

describe('columns of a CSV file', () => {
  test('are found in any spelling', () => {
    expect(columnsOf(['full_name', 'Sold Date', 'mlsId', 'lot_size_acres', 'Remarks'], {})).toEqual([
      'fullName',
      'soldDate',
      'mlsId',
      'lotSize',
      undefined,
    ]);
  });

  test('are named by a mapping first', () => {
    expect(columnsOf(['Agent', 'Phone'], { agent: 'fullName', Phone: 'mobile' })).toEqual([
      'fullName',
      'mobile',
    ]);
  });

  test('are missed by their names', () => {
    expect(missingColumns(['fullName', 'address1', 'city', 'state'])).toEqual(['zip', 'sold_date']);
  });
});
