import { describe, expect, it } from 'vitest';
import { type ClosingFilters, countFilters, parsePrice, toQuery } from './closing-filters.ts';

const noFilters: ClosingFilters = {
  zipCode: null,
  zips: null,
  of: null,
  city: null,
  state: null,
  minPrice: null,
  maxPrice: null,
  propertyType: null,
  fromDate: null,
  toDate: null,
};

describe('closing filters', () => {
  it('are empty by default', () => {
    expect(toQuery(noFilters)).toEqual({});
    expect(countFilters(noFilters)).toBe(0);
  });

  it('send only set values', () => {
    const filters = { ...noFilters, zipCode: '90210', minPrice: 0, city: ' Beverly Hills ' };
    expect(toQuery(filters)).toEqual({ zipCode: '90210', minPrice: 0, city: 'Beverly Hills' });
  });

  it('can be several ZIPs, or the ZIPs and the search text of a view', () => {
    const several = { ...noFilters, zips: ['90210', '9021', '90211'] };
    expect(toQuery(several)).toEqual({ zips: '90210,90211' });
    expect(countFilters(several)).toBe(1);
    const ofView = { ...noFilters, of: 'Client A' };
    expect(toQuery(ofView, { zips: ['98030'], search: 'keller', side: 'buyer' })).toEqual({
      zips: '98030',
      search: 'keller',
      side: 'buyer',
    });
    expect(toQuery(ofView, { zips: [], search: '', side: null })).toEqual({});
    expect(countFilters(ofView)).toBe(1);
  });

  it('drop malformed values of the URL', () => {
    const filters = {
      ...noFilters,
      zipCode: '9021',
      state: 'california',
      fromDate: 'yesterday',
      maxPrice: -1,
    };
    expect(toQuery(filters)).toEqual({});
  });
});

it.each([
  ['250000', 250_000],
  ['$250,000', 250_000],
  [' 0 ', 0],
  ['abc', null],
  ['-5', null],
  ['1.5', null],
  ['', null],
])('a price written as %j is %j', (text, price) => {
  expect(parsePrice(text)).toBe(price);
});
