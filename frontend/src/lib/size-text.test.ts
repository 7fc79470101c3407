import { expect, test } from 'vitest';
import { sizeText } from './size-text.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [3_249_000, '3.2 MB'],
  [41_500_000, '42 MB'],
  [2_000_000_000_000, '2,000 GB'],
])('%i bytes are written as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
