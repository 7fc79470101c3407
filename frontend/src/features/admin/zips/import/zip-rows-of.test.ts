import { describe, expect, test } from 'vitest';
import { zipRowsOf } from './zip-rows-of.ts';

const header = ['zipcode', 'city', 'state'];
const read = (...records: string[][]) => zipRowsOf(records);

describe('the rows of a ZIP file', () => {
  test('take defaults for price and availability', () => {
    expect(read(header, ['90210', ' Beverly Hills ', 'ca'])).toEqual({
      rows: [
        {
          zipCode: '90210',
          city: 'Beverly Hills',
          state: 'CA',
          price: 25,
          isAvailable: true,
          rowIndex: 2,
        },
      ],
      dropped: [],
      problems: [],
    });
  });

  test.each(['zipcode', 'ZipCode', 'ZIP_CODE', 'zip code', ' Zip Code '])('find the ZIP under %j', name => {
    expect(read(['State', 'CITY', name], ['CA', 'Beverly Hills', '90210'])).toMatchObject({
      rows: [{ zipCode: '90210', city: 'Beverly Hills', state: 'CA' }],
    });
  });

  test.each([
    ['40', 40],
    ['12.9', 12],
    ['0', 0],
    ['', 25],
    ['free', 25],
    ['9'.repeat(400), 25],
  ])('read the price %j as %i', (text, price) => {
    expect(read([...header, 'price'], ['90210', 'Beverly Hills', 'CA', text])).toMatchObject({
      rows: [{ price }],
    });
  });

  test.each([
    ['false', false],
    ['FALSE', false],
    ['0', false],
    ['true', true],
    ['1', true],
    ['', true],
    ['no', true],
  ])('read the availability %j as %s', (text, isAvailable) => {
    expect(read([...header, 'available'], ['90210', 'Beverly Hills', 'CA', text])).toMatchObject({
      rows: [{ isAvailable }],
    });
  });

  test('are dropped without ZIP, city or state, and named', () => {
    const file = read(header, ['', 'Town', 'CA'], ['90210', ' ', ''], ['90211', 'Town', 'CA'], ['90212']);
    expect(file).toMatchObject({
      rows: [{ zipCode: '90211', rowIndex: 4 }],
      dropped: [
        { rowIndex: 2, problem: 'Dropped: no zipcode' },
        { rowIndex: 3, zipCode: '90210', problem: 'Dropped: no city, state' },
        { rowIndex: 5, zipCode: '90212', problem: 'Dropped: no city, state' },
      ],
    });
  });

  test('keep their numbers across empty lines', () => {
    expect(read(header, [''], ['90210', 'Beverly Hills', 'CA'], ['', ''])).toMatchObject({
      rows: [{ rowIndex: 3 }],
      dropped: [],
    });
  });

  test('are cut to what the call takes', () => {
    const long = 'x'.repeat(500);
    expect(read(header, [long, long, long])).toMatchObject({
      rows: [{ zipCode: 'x'.repeat(40), city: 'x'.repeat(200), state: 'X'.repeat(40) }],
    });
  });
});

describe('the cells of a ZIP file', () => {
  test.each([
    ['price', 'free', 'whole dollars, such as 40', 'the price note becomes $25'],
    ['price', '12.9', 'whole dollars, such as 40', 'only the digits at the beginning are used'],
    ['available', 'no', 'true, false, 1 or 0', 'the ZIP code becomes available'],
  ])('name the %s %j with what was expected and the effect', (column, received, expected, effect) => {
    const good = ['90211', 'Beverly Hills', 'CA', ''];
    const file = read([...header, column], ['90210', 'Beverly Hills', 'CA', received], good);
    expect(file).toMatchObject({ problems: [{ rowIndex: 2, column, expected, received, effect }] });
  });

  test('name empty ones that drop the row, and leave the others to the catalog', () => {
    expect(read(header, ['901', 'Town', 'California'], ['90211', '', 'CA'])).toMatchObject({
      problems: [{ rowIndex: 3, column: 'city', received: '', effect: 'the row is dropped' }],
    });
  });

  test.each(['40', '0', ''])('have no problem with the price %j', price => {
    expect(read([...header, 'price'], ['90210', 'Town', 'CA', price])).toMatchObject({ problems: [] });
  });
});

describe('a file is refused', () => {
  test.each([[[]], [[header]], [[header, ['', '']]]])('without a data row: %j', records => {
    expect(zipRowsOf(records)).toEqual({ title: 'CSV file must contain header and at least one data row' });
  });

  test('without its columns, which are listed', () => {
    expect(read(['zip', 'city'], ['90210', 'Beverly Hills'])).toEqual({
      title: 'Missing required columns',
      description: 'Required: zipcode, city, state. Missing: zipcode, state.',
    });
  });

  test('when every row is dropped', () => {
    expect(read(header, ['90210', '', 'CA'])).toEqual({ title: 'No valid data to import' });
  });
});
