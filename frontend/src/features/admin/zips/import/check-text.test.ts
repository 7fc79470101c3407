import { expect, test } from 'vitest';
import { checkText } from './check-text.ts';

test.each([
  [{ created: 1, skipped: 0, refused: 0 }, '1 row will be added, 0 refused.'],
  [
    { created: 4_000, skipped: 2, refused: 1 },
    '4,000 rows will be added, 2 skipped because the ZIP code exists, 1 refused.',
  ],
])('counts what an import of %o does', (counts, text) => {
  expect(checkText(counts)).toBe(text);
});
