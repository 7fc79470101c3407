import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDoubtful, parseAmount, parseNumber } from './number.ts';

describe('an amount', () => {
  test.each([
    ['640000', 640_000],
    ['640,000', 640_000],
    ['$640,000', 640_000],
    ['$ 640,000.00', 640_000],
    ['640000 USD', 640_000],
    ['US$640,000', 640_000],
    ['US $640,000', 640_000],
    ['640000 dollars', 640_000],
    ['USD 640000', 640_000],
    ['640 000', 640_000],
    ["640'000", 640_000],
    ['640.000,00', 640_000],
    ['1.640.000', 1_640_000],
    ['1.2M', 1_200_000],
    ['$1.25 million', 1_250_000],
    ['450k', 450_000],
    ['$450K', 450_000],
    ['640000.0', 640_000],
    ['6.40000E5', 640_000],
  ])('is read from %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  test.each([
    'a lot',
    '-5',
    '(5,000)',
    '6.4E+05',
    '1,2345',
    '12,34,567',
    '300k-400k',
    '300,000 - 400,000',
    '1.2.3',
    '€640,000',
    '640,000+',
    '',
  ])('is not read from %j', text => {
    expect(parseAmount(text)).toBeUndefined();
  });

  test('is read as it is written for people', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), amount => {
        expect(parseAmount(amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' }))).toBe(
          amount,
        );
        expect(parseAmount(String(amount))).toBe(amount);
      }),
    );
  });
});

describe('a number', () => {
  test.each([
    ['1,180', 'sqft', 1_180],
    ['1,180 sq ft', 'sqft', 1_180],
    ['1180 Sq. Ft.', 'sqft', 1_180],
    ['1,180 sqft', 'sqft', 1_180],
    ['0.25 acres', 'lotSize', 0.25],
    ['.25', 'lotSize', 0.25],
    ['1180.', 'sqft', 1_180],
    ['10,890 sqft', 'lotSize', 0.25],
    ['3 beds', 'beds', 3],
    ['2.5 ba', 'baths', 2.5],
    ['2,5', 'baths', 2.5],
    ['2½', 'baths', 2.5],
    ['2 1/2 baths', 'baths', 2.5],
    ['2 full, 1 half', 'baths', 2.5],
    ['2F 1H', 'baths', 2.5],
    ['Studio', 'beds', 0],
  ])('is read from %s in %s', (text, field, value) => {
    expect(parseNumber(text, field)).toBe(value);
  });

  test.each([
    ['2 acres', 'sqft'],
    ['110 m²', 'sqft'],
    ['3+', 'beds'],
    ['2½', 'beds'],
    ['2/1', 'baths'],
    ['3-4', 'beds'],
    ['3 acres', 'beds'],
  ])('is not read from %s in %s', (text, field) => {
    expect(parseNumber(text, field)).toBeUndefined();
  });

  test('with one group of three decimals may be thousands', () => {
    expect(['1.180', '640.000', '1.18', '1180.500', '1.1800'].map(isDoubtful)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
