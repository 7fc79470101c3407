import { expect, test } from 'vitest';
import { areasText, numbersText, stateNames } from './copy.ts';

test('many area codes are counted', () => {
  expect(areasText(['206'])).toBe('206');
  expect(areasText(['201', '202', '203', '205', '206', '207', '208'])).toBe(
    '201, 202, 203, 205, 206 and 2 more',
  );
  expect(numbersText(1)).toBe('1 number');
  expect(numbersText(1_000_000)).toBe('1,000,000 numbers');
});

test('no state is called safe', () => {
  expect(Object.values(stateNames).join(' ')).not.toMatch(/safe/i);
});
