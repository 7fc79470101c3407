import { expect, it } from 'vitest';
import { timesByFile } from './file-times-reporter.ts';

it('lists the slowest file first, and the fast ones as one line', () => {
  expect(
    timesByFile([
      { file: 'a.test.ts', seconds: 0.4 },
      { file: 'b.test.ts', seconds: 2 },
      { file: 'c.test.ts', seconds: 31.25 },
      { file: 'd.test.ts', seconds: 0.2 },
    ]),
  ).toEqual([
    'Time by file:',
    '   31.3 s  c.test.ts',
    '    2.0 s  b.test.ts',
    '    0.6 s  2 files of less than 1 s each',
  ]);
});
